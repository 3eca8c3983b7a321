import { QueryClientProvider } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { useState } from 'react';
import { Router } from 'wouter';
import { createQueryClient } from '../platform/api/query-client.ts';
import { LanguageProvider } from '../platform/language/messages.ts';
import { askBeforeLeaving } from '../platform/session/confirm-leave.ts';
import { SessionProvider } from '../platform/session/session.tsx';
import { Toaster } from '../ui/overlays/Toaster.tsx';
import { ErrorBoundary } from '../ui/page/ErrorBoundary.tsx';
import { Routes } from './routes.tsx';

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <LanguageProvider>
      <LucideProvider size={18} strokeWidth={1.75}>
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
      </LucideProvider>
    </LanguageProvider>
  );
}
