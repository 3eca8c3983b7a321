import { type ComponentType, lazy } from 'react';

type Load<P> = () => Promise<ComponentType<P>>;

/**
 * A place in one capability for a component of another that comes after it in the order (`capabilities/order.json`) and that it
 * must therefore not import. It says what it hands over; the app fills the place with the component, fetched when it is first shown.
 */
export function createSlot<P extends object>(name: string) {
  let load: Load<P> | undefined;
  const Slot = lazy(async () => {
    if (!load) throw new Error(`nothing fills the slot "${name}"`);
    return { default: await load() };
  });
  return {
    Slot,
    fill(component: Load<P>): void {
      load = component;
    },
  };
}
