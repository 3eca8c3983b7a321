import { defineMessages } from '../../platform/language/messages.ts';

export const notesMessages = defineMessages({
  pt: {
    title: 'Observações',
    field: 'Nova observação',
    added: 'Observação adicionada com sucesso!',
    removed: 'Observação excluída com sucesso!',
    deleteTitle: 'Excluir esta observação?',
    deleteOf: 'Excluir a observação de {name}',
    none: 'Nenhuma observação ainda.',
    failed: 'Não foi possível carregar as observações.',
    unknown: 'Usuário removido',
  },
  en: {
    title: 'Notes',
    field: 'New note',
    added: 'Note added!',
    removed: 'Note deleted!',
    deleteTitle: 'Delete this note?',
    deleteOf: 'Delete the note of {name}',
    none: 'No notes yet.',
    failed: 'Could not load the notes.',
    unknown: 'Removed user',
  },
  es: {
    title: 'Notas',
    field: 'Nota nueva',
    added: '¡Nota agregada!',
    removed: '¡Nota eliminada!',
    deleteTitle: '¿Eliminar esta nota?',
    deleteOf: 'Eliminar la nota de {name}',
    none: 'Aún no hay notas.',
    failed: 'No se pudieron cargar las notas.',
    unknown: 'Usuario eliminado',
  },
});
