import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Router } from 'wouter';
import { askBeforeLeaving } from '../platform/leaving.ts';
import { LanguageProvider } from '../platform/messages.ts';
import { createQueryClient } from '../platform/query-client.ts';
import { SessionProvider } from '../platform/session.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { Routes } from './routes.tsx';

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <SessionProvider>
            <Router aroundNav={askBeforeLeaving}>
              <Routes />
            </Router>
          </SessionProvider>
        </ErrorBoundary>
        <Toaster />
      </QueryClientProvider>
    </LanguageProvider>
  );
}
