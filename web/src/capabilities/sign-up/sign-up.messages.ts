import { defineMessages } from '../../platform/messages.ts';

export const signUpMessages = defineMessages({
  pt: {
    product: 'Prosa', title: 'Criar conta da empresa', company: 'Nome da empresa', signUp: 'Cadastrar', haveAccount: 'Já tem conta?', logIn: 'Entre', trial: '3 dias de teste grátis',
    perMonth: '{value}/mês', oneUser: '1 usuário', users: '{n} usuários', oneConnection: '1 conexão', connections: '{n} conexões', oneQueue: '1 fila', queues: '{n} filas', noPlans: 'Nenhum plano disponível no momento.',
    done: 'Cadastro realizado! Entre com seu email e senha.', failed: 'Erro ao criar usuário. Verifique os dados informados.',
    strength: 'Força da senha: {level}', weak: 'fraca', fair: 'média', strong: 'forte',
  },
  en: {
    product: 'Prosa', title: 'Create your company account', company: 'Company name', signUp: 'Sign up', haveAccount: 'Already have an account?', logIn: 'Log in', trial: '3-day free trial',
    perMonth: '{value}/month', oneUser: '1 user', users: '{n} users', oneConnection: '1 connection', connections: '{n} connections', oneQueue: '1 queue', queues: '{n} queues', noPlans: 'No plan available right now.',
    done: 'Account created! Log in with your email and password.', failed: 'Could not create the user. Check the data.',
    strength: 'Password strength: {level}', weak: 'weak', fair: 'fair', strong: 'strong',
  },
  es: {
    product: 'Prosa', title: 'Crear la cuenta de la empresa', company: 'Nombre de la empresa', signUp: 'Registrarse', haveAccount: '¿Ya tienes cuenta?', logIn: 'Entra', trial: '3 días de prueba gratis',
    perMonth: '{value}/mes', oneUser: '1 usuario', users: '{n} usuarios', oneConnection: '1 conexión', connections: '{n} conexiones', oneQueue: '1 cola', queues: '{n} colas', noPlans: 'No hay planes disponibles por ahora.',
    done: '¡Registro realizado! Entra con tu correo y contraseña.', failed: 'Error al crear el usuario. Verifica los datos.',
    strength: 'Seguridad de la contraseña: {level}', weak: 'débil', fair: 'media', strong: 'fuerte',
  },
});
