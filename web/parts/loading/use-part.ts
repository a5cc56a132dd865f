import { useEffect } from 'preact/hooks';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { useLoaded } from '../hooks/use-loaded.ts';

/**
 * Loads a part of the page when a component mounts, and shows a message if it fails.
 * @param onFailure closes whatever the part was opened for
 * @returns undefined until the part is loaded
 */
export function usePart<T>(load: () => Promise<T>, onFailure: () => void): T | undefined {
  const { value, error } = useLoaded(load, []);
  useEffect(() => {
    if (error === undefined) return;
    showToast(t().partMissing, 'failed');
    onFailure();
  }, [error]);
  return value;
}
