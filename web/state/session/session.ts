import { signal } from '@preact/signals';

/** Who is signed in. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly is_admin: boolean;
}

/** What src/web/page.ts writes into the page. */
interface PageState {
  readonly account: Account | null;
  readonly owes_second_factor: boolean;
  readonly sign_in_options: {
    /** A link for a new password can be sent by e-mail. */
    readonly password_reset: boolean;
    /** There is no administrator yet. */
    readonly setup: boolean;
  };
}

/** Our own server wrote it. */
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

/** The account whose session this is; null: nobody's. */
export const account = signal<Account | null>(state.account);
/** The password was right, and the second factor is owed. */
export const owesSecondFactor = signal(state.owes_second_factor);
/** What can be done without a sign-in. */
export const signInOptions = state.sign_in_options;
/** True if there is no administrator yet: none was made on this page either. */
export function isSetupWanted(): boolean {
  return signInOptions.setup && account.value === null;
}

/** How the account that signs in gets its codes; undefined while only the service knows. */
export const secondFactorMethod = signal<'totp' | 'email' | undefined>(undefined);

/** True while the page waits for the user to sign in again. */
export const isSignInAsked = signal(false);
let signedIn: ReturnType<typeof Promise.withResolvers<undefined>> | undefined;

/** Asks the user to sign in over the page as it is; resolves when they have. */
export function signInAgain(): Promise<unknown> {
  signedIn ??= Promise.withResolvers<undefined>();
  isSignInAsked.value = true;
  return signedIn.promise;
}

/** Notes that a user has signed in. Requests that waited for it go on. */
export function noteSignedIn(user: Account): void {
  if (leaveTo(user.id)) return;
  account.value = user;
  owesSecondFactor.value = false;
  isSignInAsked.value = false;
  signedIn?.resolve(undefined);
  signedIn = undefined;
}

/**
 * Leaves the page if the session of this browser is another account's now: what the one before has seen must not be shown,
 * and what they have begun must not be done by the other.
 * @returns true if it is
 */
export function leaveTo(accountId: number): boolean {
  if (account.value === null || account.value.id === accountId) return false;
  // The page must not stay for the sake of what it has begun.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.assign('/');
  return true;
}
