import { useIntl } from 'react-intl';

/** What was done, in words; what this version has no words for goes by the name that the trail has for it. */
export function useActionText(): (action: string) => string {
  const { formatMessage, messages } = useIntl();
  return (action) => {
    const id = `app.operator.audit.action.${action}`;
    return id in messages ? formatMessage({ id }) : action;
  };
}
