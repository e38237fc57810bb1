import { useTranslation } from 'react-i18next';

/** Returns a function that translates the name of an event. Events of a later server version are returned unchanged. */
export function useEventNames(): (event: string) => string {
  const { t } = useTranslation('webhooks');
  return (event) => t(`events.${event as 'test'}.name`, { defaultValue: event });
}
