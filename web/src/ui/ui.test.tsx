import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../test/screen.tsx';
import { notify } from '../platform/browser/notices.ts';
import { initials } from './Avatar.tsx';
import { Button } from './Button.tsx';
import { TextField } from './fields/TextField.tsx';
import { ListTable } from './lists/ListTable.tsx';
import { Dialog, type DialogProps } from './overlays/Dialog.tsx';
import { Menu } from './overlays/Menu.tsx';
import { ErrorBoundary } from './page/ErrorBoundary.tsx';

function Form({ onClose, onSubmit }: Required<Pick<DialogProps, 'onClose' | 'onSubmit'>>) {
  const [name, setName] = useState('');
  return (
    <Dialog title="Edit" dirty={name !== ''} onClose={onClose} onSubmit={onSubmit} footer={<Button type="submit">ok</Button>}>
      <TextField label="Name" value={name} onChange={setName} />
    </Dialog>
  );
}

function Fragile({ fault }: { fault: { on: boolean } }) {
  if (fault.on) throw new Error('boom');
  return <p>mended</p>;
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a menu is walked with the arrows and gives the focus back', async () => {
  const chosen = vi.fn();
  show(
    <Menu
      label="deeds"
      trigger={(props) => (
        <button type="button" {...props}>
          open
        </button>
      )}
      items={['Accept', 'Return', 'Resolve'].map((label) => ({ key: label, label, onSelect: () => chosen(label) }))}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  expect(screen.getByRole('menu', { name: 'deeds' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Accept');
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('Resolve');
  await userEvent.keyboard('r');
  expect(document.activeElement?.textContent).toBe('Return');
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledWith('Return');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement?.textContent).toBe('open');
});

test('a dialog starts in its first field, asks before losing changes, and Ctrl+Enter saves', async () => {
  const [onClose, onSubmit] = [vi.fn(), vi.fn((event: { preventDefault: () => void }) => event.preventDefault())];
  show(<Form onClose={onClose} onSubmit={onSubmit} />);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'x{Control>}{Enter}{/Control}');
  expect(onSubmit).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('alertdialog', { name: 'Descartar alterações?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a notice goes after two seconds, but not while it is looked at; errors interrupt', async () => {
  vi.useFakeTimers();
  show(<p>page</p>);
  notify('success', 'Saved');
  await vi.advanceTimersByTimeAsync(1000);
  fireEvent.pointerEnter(screen.getByRole('status'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.getByText('Saved')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByRole('status'));
  await vi.advanceTimersByTimeAsync(2100);
  expect(screen.queryByText('Saved')).toBeNull();
  notify('danger', 'Broken');
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole('alert').textContent).toContain('Broken');
});

test('a fault stays in its region and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fault = { on: true };
  show(
    <>
      <p>the rest</p>
      <ErrorBoundary>
        <Fragile fault={fault} />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByText('Algo deu errado nesta parte.')).toBeTruthy();
  expect(screen.getByText('the rest')).toBeTruthy();
  fault.on = false;
  await userEvent.click(screen.getByRole('button', { name: 'Recarregar' }));
  expect(screen.getByText('mended')).toBeTruthy();
});

test('a table is a real one', () => {
  show(
    <ListTable
      caption="Tags"
      rows={{
        list: { slots: [{ id: 1, name: 'VIP' }], inDoubt: false },
        isPending: false,
        isError: false,
        isPrevious: false,
        retry: () => undefined,
        want: () => undefined,
        hear: () => undefined,
      }}
      columns={[{ key: 'name', header: 'Name', cell: ({ name }) => name }]}
    />,
  );
  expect(screen.getByRole('table', { name: 'Tags' })).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'VIP' })).toBeTruthy();
});

test.each([
  ['Ana Clara Souza', 'AS'],
  ['João', 'JO'],
  ['🌵 Édson  da Silva', 'ÉS'],
  ['+55 11 98765-4321', '54'],
  ['', ''],
])('the initials of %s are %s', (name, letters) => expect(initials(name)).toBe(letters));
