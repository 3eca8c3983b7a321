import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchInstall } from '../platform/browser/install.ts';
import { App } from './App.tsx';
import { installServiceWorker } from './service-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
installServiceWorker();
watchInstall();
