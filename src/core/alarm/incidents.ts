import type { Page, PageRequest } from '../../model/entries/page.ts';
import { forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, SystemActor } from '../../model/people/actor.ts';
import type { Incident, NewIncident } from '../../model/people/incident.ts';
import { nameInMail } from '../../model/people/mail.ts';
import type { User } from '../../model/people/user.ts';
import { commit, requireAdmin } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { MailQueue } from '../mail/mail.ts';

/** Actor of the alarm in the activity log. */
const ALARM: SystemActor = { kind: 'system', name: 'alarm' };

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
}

/** Incidents: users whose changes made the alarm ring. For administrators and the command line. */
export class Incidents {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * A page of all incidents, or of the open ones, newest first.
   * @throws {DmsError} unauthenticated | forbidden
   */
  list(actor: Actor, onlyOpen: boolean, { page, perPage }: PageRequest): Page<Incident> {
    requireAdmin(actor);
    return this.#context.tables.incidents.list(onlyOpen, perPage, (page - 1) * perPage);
  }

  /**
   * The open incident of a user.
   * @param login case does not matter
   * @throws {DmsError} unauthenticated | forbidden
   */
  findOpen(actor: Actor, login: string): Incident | undefined {
    requireAdmin(actor);
    const user = this.#context.tables.users.findByLogin(login);
    return user && this.#context.tables.incidents.findOpen(user.id);
  }

  /**
   * Lifts an incident: the user may make changes again, and further signs begin a new incident. Does nothing if it has
   * been lifted.
   * @throws {DmsError} unauthenticated | forbidden (also for the own incident) | not_found
   */
  lift(actor: Actor, id: number): Promise<Incident> {
    const admin = requireAdmin(actor);
    return commit(this.#context, actor, () => {
      const { incidents } = this.#context.tables;
      const incident = incidents.find(id);
      if (!incident) throw notFound();
      if (admin.kind === 'user' && admin.userId === incident.userId)
        throw forbidden(message('may_not_lift_own'));
      if (incident.liftedAt !== null) return incident;
      const liftedAt = this.#context.now();
      incidents.lift(id, liftedAt, admin.name);
      this.#deps.activity.record(actor, 'alarm_lift', message('alarm_lifted', { login: incident.login }));
      return { ...incident, liftedAt, liftedBy: admin.name };
    });
  }

  /** True if the user has an open incident. */
  isOpen(userId: number): boolean {
    return this.#context.tables.incidents.findOpen(userId) !== undefined;
  }

  /**
   * Begins an incident and notifies the administrators, or raises the number of documents of the open one.
   * @returns true if the incident is new
   */
  ring(incident: NewIncident): Promise<boolean> {
    return commit(this.#context, ALARM, () => {
      const { incidents, users } = this.#context.tables;
      const user = users.find(incident.userId);
      if (!user) return false;
      const open = incidents.findOpen(user.id);
      if (!open) this.#begin(user, incident);
      else incidents.updateDocuments(open.id, Math.max(open.documents, incident.documents));
      return open === undefined;
    });
  }

  #begin(user: User, incident: NewIncident): void {
    const { activity, mailQueue } = this.#deps;
    const { incidents, users } = this.#context.tables;
    const { kind, documents, action, begunAt, token, ip } = incident;
    incidents.insert(incident);
    const { login, name } = user;
    activity.record(ALARM, 'alarm', message(DETAILS[kind], { login, count: documents }));
    const mail = {
      kind: 'alarm',
      login,
      name: nameInMail(name),
      incidentKind: kind,
      documents,
      action,
      begunAt,
      token,
      ip,
    } as const;
    for (const administrator of users.listAdministrators())
      if (administrator.email !== '') mailQueue.enqueue(administrator, mail);
  }
}

const DETAILS = {
  overwrites: 'alarm_overwrites',
  renames: 'alarm_renames',
  replacements: 'alarm_replacements',
} as const;
