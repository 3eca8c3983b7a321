import { defaultWeek, type WorkingHours } from '@prosa/contracts/working-hours';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { enter, show } from '../../../test/screen.tsx';
import { HoursFields } from './HoursFields.tsx';
import { useHours } from './useHours.ts';

afterEach(cleanup);

function Hours({ save }: { save: (week: WorkingHours[]) => Promise<unknown> }) {
  const hours = useHours(defaultWeek, { save });
  return (
    <form onSubmit={hours.submit}>
      <HoursFields week={hours.week} onChange={hours.setWeek} checked={hours.checked} />
      <button type="submit">Salvar</button>
    </form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const open = () => {
  const saved: WorkingHours[][] = [];
  show(<Hours save={async (week) => saved.push(week)} />);
  return saved;
};

test('a day may be open in several intervals, and all of them are copied to all days', async () => {
  const saved = open();
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar intervalo: segunda-feira' }));
  await enter(field('segunda-feira: Início 2'), '1900');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(screen.getByText('Horário inválido')).toBeTruthy();
  expect(saved).toEqual([]);
  await enter(field('segunda-feira: Fim 2'), '2130');
  await userEvent.click(screen.getByRole('button', { name: 'Copiar para todos' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remover intervalo 2: domingo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy();
  expect(saved[0]).toHaveLength(13);
  expect(saved[0]?.at(-1)).toEqual({ weekday: 'Domingo', weekdayEn: 'sunday', startTime: '08:00', endTime: '18:00' });
});

test('an end before the start is said to be on the next day, and may be saved', async () => {
  const saved = open();
  expect(screen.getByText('Fechado')).toBeTruthy();
  await userEvent.clear(field('sábado: Início'));
  await enter(field('sábado: Início'), '2200');
  expect(screen.getByText('O fim é antes do início: vai até o dia seguinte.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy();
  expect(saved).toHaveLength(1);
});
