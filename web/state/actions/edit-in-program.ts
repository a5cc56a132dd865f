import { api, dataOf } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { showFailure } from '../failures.ts';
import type { Program } from '../files/programs.ts';
import { showToast } from '../toasts.ts';

/**
 * Opens a document in a program outside of the browser. A page does not learn whether the program is installed, so the
 * message says what to do if nothing happens.
 */
export async function editIn({ name, linkTo }: Program, id: number): Promise<void> {
  try {
    const { url } = await dataOf(api.POST('/documents/{id}/edit-address', { params: { path: { id } } }));
    const link = document.createElement('a');
    link.href = linkTo(new URL(url, location.origin).href);
    link.click();
    showToast(t().opensIn(name));
  } catch (error) {
    showFailure(error);
  }
}
