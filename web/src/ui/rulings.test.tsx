import { TagInput } from '@prosa/contracts/tags';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { ApiError } from '../platform/api/api.ts';
import { SaveButtons } from './fields/SaveButtons.tsx';
import { TextField } from './fields/TextField.tsx';
import { ListPage } from './lists/ListPage.tsx';
import { Dialog } from './overlays/Dialog.tsx';

afterEach(cleanup);

function Form({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog
      title="Tag"
      dirty={TagInput.shape.name.safeParse(name).success}
      onClose={onClose}
      onSubmit={(event) => event.preventDefault()}
      footer={<SaveButtons />}
    >
      <TextField label="Nome" value={name} onChange={setName} />
    </Dialog>
  );
}

test('"«Cancelar» in a dialog with unsaved input asks like Esc and ✕"', async () => {
  let closed = 0;
  const onClose = () => {
    closed += 1;
  };
  show(<Form onClose={onClose} />);
  await userEvent.type(screen.getByLabelText('Nome'), 'Urgente');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByText('Descartar alterações?')).toBeTruthy();
  expect(closed).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(closed).toBe(1);
});

test('"A list that fails to load says its generic sentence and, below it, the error\'s own text"', () => {
  const nothing = () => undefined;
  show(
    <ListPage
      title="Tags"
      rows={{
        list: undefined,
        isPending: false,
        isError: true,
        error: new ApiError(403, { error: 'ERR_NO_PERMISSION' }),
        isPrevious: false,
        retry: nothing,
        want: nothing,
        hear: nothing,
      }}
      empty={{ icon: undefined, body: '' }}
    >
      rows
    </ListPage>,
  );
  const told = screen.getByRole('alert').textContent ?? '';
  expect(told).toContain('Não foi possível carregar a lista de registros');
  expect(told).toContain('Você não tem permissão');
});
