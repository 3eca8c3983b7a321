import { defineMessages } from './messages.ts';

/** Words that many screens share. */
export const commonMessages = defineMessages({
  pt: {
    save: 'Salvar', add: 'Adicionar', edit: 'Editar', delete: 'Excluir', close: 'Fechar', cancel: 'Cancelar', back: 'Voltar', undo: 'Desfazer', copy: 'Copiar', copied: 'Copiado',
    actions: 'Ações', name: 'Nome', email: 'Email', number: 'Número', message: 'Mensagem', queue: 'Fila', connection: 'Conexão', user: 'Usuário', contact: 'Contato', status: 'Status',
    color: 'Cor', password: 'Senha', phone: 'Telefone', plan: 'Plano', enabled: 'Habilitado', disabled: 'Desabilitado', yes: 'Sim', no: 'Não', search: 'Buscar…', loading: 'Carregando…',
    tryAgain: 'Tentar novamente', reload: 'Recarregar', more: 'Mais ações', none: 'Nenhum registro', nothingFound: 'Nada encontrado para "{x}"', clearSearch: 'Limpar busca',
    listFailed: 'Não foi possível carregar a lista de registros', operationFailed: 'Não foi possível realizar a operação', done: 'Operação realizada com sucesso!', updated: 'Operação atualizada com sucesso.',
    deleteTitle: 'Excluir {name}?', deleteBody: 'Esta ação não pode ser desfeita.', discardTitle: 'Descartar alterações?', discardBody: 'O que você digitou aqui será perdido.', discard: 'Descartar', keepEditing: 'Continuar editando',
    changedByOther: 'Este registro foi alterado por outra pessoa. Recarregar', regionFailed: 'Algo deu errado nesta parte.', reportId: 'Código do erro: {id}',
    showPassword: 'Mostrar senha', hidePassword: 'Ocultar senha', capsLock: 'Caps Lock está ativado', yesterday: 'ontem', today: 'hoje', notices: 'Avisos', dismiss: 'Dispensar',
  },
  en: {
    save: 'Save', add: 'Add', edit: 'Edit', delete: 'Delete', close: 'Close', cancel: 'Cancel', back: 'Back', undo: 'Undo', copy: 'Copy', copied: 'Copied',
    actions: 'Actions', name: 'Name', email: 'Email', number: 'Number', message: 'Message', queue: 'Queue', connection: 'Connection', user: 'User', contact: 'Contact', status: 'Status',
    color: 'Color', password: 'Password', phone: 'Phone', plan: 'Plan', enabled: 'Enabled', disabled: 'Disabled', yes: 'Yes', no: 'No', search: 'Search…', loading: 'Loading…',
    tryAgain: 'Try again', reload: 'Reload', more: 'More actions', none: 'No records', nothingFound: 'Nothing found for "{x}"', clearSearch: 'Clear search',
    listFailed: 'Could not load the list', operationFailed: 'The operation failed', done: 'Done!', updated: 'Updated.',
    deleteTitle: 'Delete {name}?', deleteBody: 'This cannot be undone.', discardTitle: 'Discard changes?', discardBody: 'What you typed here will be lost.', discard: 'Discard', keepEditing: 'Keep editing',
    changedByOther: 'This record was changed by someone else. Reload', regionFailed: 'Something went wrong here.', reportId: 'Error code: {id}',
    showPassword: 'Show password', hidePassword: 'Hide password', capsLock: 'Caps Lock is on', yesterday: 'yesterday', today: 'today', notices: 'Notices', dismiss: 'Dismiss',
  },
  es: {
    save: 'Guardar', add: 'Agregar', edit: 'Editar', delete: 'Eliminar', close: 'Cerrar', cancel: 'Cancelar', back: 'Volver', undo: 'Deshacer', copy: 'Copiar', copied: 'Copiado',
    actions: 'Acciones', name: 'Nombre', email: 'Correo', number: 'Número', message: 'Mensaje', queue: 'Cola', connection: 'Conexión', user: 'Usuario', contact: 'Contacto', status: 'Estado',
    color: 'Color', password: 'Contraseña', phone: 'Teléfono', plan: 'Plan', enabled: 'Habilitado', disabled: 'Deshabilitado', yes: 'Sí', no: 'No', search: 'Buscar…', loading: 'Cargando…',
    tryAgain: 'Reintentar', reload: 'Recargar', more: 'Más acciones', none: 'Sin registros', nothingFound: 'Nada encontrado para "{x}"', clearSearch: 'Limpiar búsqueda',
    listFailed: 'No se pudo cargar la lista', operationFailed: 'No se pudo realizar la operación', done: '¡Operación realizada!', updated: 'Actualizado.',
    deleteTitle: '¿Eliminar {name}?', deleteBody: 'Esta acción no se puede deshacer.', discardTitle: '¿Descartar los cambios?', discardBody: 'Se perderá lo que escribiste aquí.', discard: 'Descartar', keepEditing: 'Seguir editando',
    changedByOther: 'Otra persona cambió este registro. Recargar', regionFailed: 'Algo falló en esta parte.', reportId: 'Código del error: {id}',
    showPassword: 'Mostrar contraseña', hidePassword: 'Ocultar contraseña', capsLock: 'Bloq Mayús está activado', yesterday: 'ayer', today: 'hoy', notices: 'Avisos', dismiss: 'Descartar aviso',
  },
});

/** Texts under a field. The English words in Portuguese are the specification's own. */
export const fieldMessages = defineMessages({
  pt: { required: 'Required', tooShort: 'Too Short!', tooLong: 'Too Long!', invalidEmail: 'Invalid email', invalidColor: 'Cor inválida', invalidNumber: 'Número inválido', invalidList: 'Lista inválida', invalid: 'Valor inválido' },
  en: { required: 'Required', tooShort: 'Too Short!', tooLong: 'Too Long!', invalidEmail: 'Invalid email', invalidColor: 'Invalid color', invalidNumber: 'Invalid number', invalidList: 'Invalid list', invalid: 'Invalid value' },
  es: { required: 'Obligatorio', tooShort: '¡Muy corto!', tooLong: '¡Muy largo!', invalidEmail: 'Correo inválido', invalidColor: 'Color inválido', invalidNumber: 'Número inválido', invalidList: 'Lista inválida', invalid: 'Valor inválido' },
});
