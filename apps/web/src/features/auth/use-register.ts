// The two calls that ask for an account, and what their answers lead to. Used by the register form.
import type { Session } from '@cellar/contract/accounts.ts';
import { api } from '@cellar/contract/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { currentLanguage } from '#i18n/language.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { toast } from '#ui/toasts/toast.tsx';
import type { LoginMode } from './login-state.ts';

interface Wanted {
  name: string;
  email: string;
  password: string;
}

export interface RegisterOptions {
  mode: Exclude<LoginMode, 'login'>;
  invite: string | undefined;
  /** By an invitation for anybody: no approval is waited for. */
  isInvited: boolean;
  onRegistered(): void;
  /** Nothing is left to wait for: the answer is a session. */
  onLogin(session: Session): void;
}

const isField = (path: string): path is keyof Wanted => ['name', 'email', 'password'].includes(path);

export function useRegister({ mode, invite, isInvited, onLogin, onRegistered }: RegisterOptions) {
  const { t } = useTranslation('auth');
  const client = useApi();
  const endpoint = mode === 'register' ? api.register : api.requestAccess;
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      client.call(endpoint, { body: { ...wanted, language: currentLanguage(), ...(invite && { invite }) } }),
    onSuccess: (answer) => {
      if ('token' in answer) {
        toast.success(answerText(answer.message, t('register.admitted')));
        onLogin(answer);
        return;
      }
      const plain = mode === 'register' ? 'register.registered' : 'register.requested';
      toast.success(answerText(answer.message, t(isInvited ? 'register.invited' : plain)));
      onRegistered();
    },
    onError: (error: ApiError) => {
      // What is wrong with a field is told at the field.
      if (!error.body?.issues?.some(({ path }) => isField(path))) toast.error(errorText(error, t('failed')));
    },
  });
}
