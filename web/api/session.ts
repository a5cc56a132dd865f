import { signal } from '@preact/signals';

/** The signed-in account. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly is_admin: boolean;
}

/** State that `src/web/page.ts` embeds in the page. */
interface PageState {
  readonly account: Account | null;
  readonly owes_second_factor: boolean;
  readonly sign_in_options: {
    /** The service can send a password reset link by e-mail. */
    readonly password_reset: boolean;
    /** There is no administrator yet. */
    readonly setup: boolean;
    /** Sync clients can sign in. */
    readonly sync_clients?: true;
  };
}

/** A minimal check is enough: our own server wrote the value. */
function isPageState(value: unknown): value is PageState {
  return typeof value === 'object' && value !== null && 'account' in value;
}

function readState(): PageState {
  const content = document.querySelector<HTMLMetaElement>('meta[name="dms-state"]')?.content ?? '';
  const state: unknown = JSON.parse(content);
  if (!isPageState(state)) throw new Error('the page has no state');
  return state;
}

const state = readState();

/** The account of this session; null for a guest. */
export const account = signal<Account | null>(state.account);
/** The password was correct, and the second factor is still required. */
export const owesSecondFactor = signal(state.owes_second_factor);
/** Actions that are available without signing in. */
export const signInOptions = state.sign_in_options;
/** True if there is no administrator yet and this page has not created one. */
export function isSetupWanted(): boolean {
  return signInOptions.setup && account.value === null;
}

/** The second factor method of the account that is signing in; undefined while only the service knows it. */
export const secondFactorMethod = signal<'totp' | 'email' | undefined>(undefined);

/** True while the page waits for the user to sign in again. */
export const isSignInAsked = signal(false);
let signedIn: ReturnType<typeof Promise.withResolvers<undefined>> | undefined;

/** Asks the user to sign in, in a dialog over the page; resolves when they have. */
export function signInAgain(): Promise<unknown> {
  signedIn ??= Promise.withResolvers<undefined>();
  isSignInAsked.value = true;
  return signedIn.promise;
}

/** Records that a user has signed in. Resumes the requests that waited for it. */
export function noteSignedIn(user: Account): void {
  if (leaveTo(user.id)) return;
  account.value = user;
  owesSecondFactor.value = false;
  isSignInAsked.value = false;
  signedIn?.resolve(undefined);
  signedIn = undefined;
}

/**
 * Leaves the page if this browser's session now belongs to another account. That account must not see the data of the
 * previous one, nor run the actions that the previous one started.
 * @returns true if the page is being left
 */
export function leaveTo(accountId: number): boolean {
  if (account.value === null || account.value.id === accountId) return false;
  // Suppresses the "leave page?" prompts of running work.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.assign('/');
  return true;
}
