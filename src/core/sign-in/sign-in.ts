import type { Reauthentication, Revocation } from '../accounts/accounts.ts';
import type { ActivityLog, SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Encryption, Passwords, Throttle } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import { Authentication } from './authentication.ts';
import { DeviceSignIns } from './device-sign-ins.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { PasswordCheck } from './password-check.ts';
import { SessionStart } from './session-start.ts';
import { Sessions } from './sessions.ts';
import { Tokens } from './tokens.ts';
import { TwoFactor } from './two-factor.ts';
import { TwoFactorSignIn } from './two-factor-sign-in.ts';

export type { DeviceQuestion } from './device-sign-ins.ts';
export type { Origin } from './session-start.ts';
export type { Enrolment } from './two-factor.ts';

/** Modules that this module depends on. */
interface Dependencies {
  readonly activity: ActivityLog;
  readonly encryption: Encryption;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly reauthentication: Reauthentication;
  readonly revocation: Revocation;
  readonly securityEvents: SecurityEvents;
  readonly throttle: Throttle;
}

/** Creates the services for signing in: with passwords, sessions, tokens and the second factor. */
export function createSignIn(context: Context, deps: Dependencies) {
  const codes = new OneTimeCodes(context, deps);
  const passwordCheck = new PasswordCheck(context, deps);
  const sessionStart = new SessionStart(context, deps);
  const tokens = new Tokens(context, deps);
  return {
    authentication: new Authentication(context, { ...deps, passwordCheck, sessionStart }),
    deviceSignIns: new DeviceSignIns(context, { tokens }),
    sessions: new Sessions(context, deps),
    tokens,
    twoFactor: new TwoFactor(context, { ...deps, codes }),
    twoFactorSignIn: new TwoFactorSignIn(context, { ...deps, codes, sessionStart }),
  };
}
