import { useEffect } from 'preact/hooks';
import { showToast } from '../../state/actions/toasts.ts';
import { t } from '../../text/text.ts';
import { useLoaded } from '../hooks/use-loaded.ts';

/**
 * A part of the page that is loaded when a component appears. If it does not come, a message says so.
 * @param onFailure takes back what the part was opened for
 * @returns undefined until it is there
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
