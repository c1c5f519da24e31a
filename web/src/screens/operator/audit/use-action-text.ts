import { useIntl } from 'react-intl';

/** Falls back to the action's name if there is no message for it. */
export function useActionText(): (action: string) => string {
  const { formatMessage, messages } = useIntl();
  return (action) => {
    const id = `app.operator.audit.action.${action}`;
    return id in messages ? formatMessage({ id }) : action;
  };
}
