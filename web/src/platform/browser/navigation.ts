import { createContext, useContext } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

/** How this part of the app goes elsewhere. The board has its own way: a conversation opens beside it. */
export const NavigateContext = createContext<(to: string, how?: { replace?: boolean }) => void>(navigate);

/** To go elsewhere, without rendering again whenever somebody does, as `useLocation` would. */
export const useNavigate = () => useContext(NavigateContext);

const currentSection = () => `/${location.pathname.split('/', 2)[1] ?? ''}`;

/** The first step of the address, such as `/tickets`, which stays the same from one ticket to the next. */
export const useSection = () => useLocationProperty(currentSection);
