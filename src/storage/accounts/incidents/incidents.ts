import type { Incident, IncidentExample, NewIncident } from '../../../model/people/incident.ts';
import type { Database, SqlValue, Statement } from '../../database/database.ts';

interface Row extends Omit<Incident, 'examples'> {
  /** JSON. */
  readonly examples: string;
}

const SELECT = `SELECT i.id, i.user_id AS userId, u.login, u.name AS userName, i.kind, i.action, i.begun_at AS begunAt,
  i.detected_at AS detectedAt, i.documents, i.examples, i.token, i.ip, i.lifted_at AS liftedAt, i.lifted_by AS liftedBy
  FROM incidents i CROSS JOIN users u ON u.id = i.user_id`;

/** The `incidents` table. A user has at most one open incident. */
export class IncidentTable {
  readonly #find: Statement<[number], Row>;
  readonly #findOpen: Statement<[number], Row>;
  readonly #list: Statement<[number, number], Row>;
  readonly #listOpen: Statement<[number, number], Row>;
  readonly #count: Statement<[], { total: number }>;
  readonly #countOpen: Statement<[], { total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateDocuments: Statement<[number, number]>;
  readonly #lift: Statement<[number, string, number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`${SELECT} WHERE i.id = ?`);
    this.#findOpen = database.prepare(`${SELECT} WHERE i.user_id = ? AND i.lifted_at IS NULL`);
    this.#list = database.prepare(`${SELECT} ORDER BY i.id DESC LIMIT ? OFFSET ?`);
    this.#listOpen = database.prepare(
      `${SELECT} WHERE i.lifted_at IS NULL ORDER BY i.id DESC LIMIT ? OFFSET ?`,
    );
    this.#count = database.prepare('SELECT count(*) AS total FROM incidents');
    this.#countOpen = database.prepare('SELECT count(*) AS total FROM incidents WHERE lifted_at IS NULL');
    this.#insert = database.prepare(
      `INSERT INTO incidents (user_id, kind, action, begun_at, detected_at, documents, examples, token, ip)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateDocuments = database.prepare('UPDATE incidents SET documents = ? WHERE id = ?');
    this.#lift = database.prepare('UPDATE incidents SET lifted_at = ?, lifted_by = ? WHERE id = ?');
  }

  find(id: number): Incident | undefined {
    return incidentFrom(this.#find.get(id));
  }

  /** The open incident of a user. */
  findOpen(userId: number): Incident | undefined {
    return incidentFrom(this.#findOpen.get(userId));
  }

  /** A part of all incidents, or of the open ones, the newest first. */
  list(onlyOpen: boolean, limit: number, offset: number): { items: Incident[]; total: number } {
    const [list, count] = onlyOpen ? [this.#listOpen, this.#countOpen] : [this.#list, this.#count];
    const items = list.all(limit, offset).flatMap((row) => incidentFrom(row) ?? []);
    return { items, total: count.get()?.total ?? 0 };
  }

  /** Adds an open incident of a user who has none. @returns its id */
  insert(incident: NewIncident): number {
    const { userId, kind, action, begunAt, detectedAt, documents, examples, token, ip } = incident;
    const { lastInsertRowid } = this.#insert.run(
      userId,
      kind,
      action,
      begunAt,
      detectedAt,
      documents,
      JSON.stringify(examples),
      token,
      ip,
    );
    return Number(lastInsertRowid);
  }

  updateDocuments(id: number, documents: number): void {
    this.#updateDocuments.run(documents, id);
  }

  /** @param at milliseconds UTC @param by display name */
  lift(id: number, at: number, by: string): void {
    this.#lift.run(at, by, id);
  }
}

function incidentFrom(row: Row | undefined): Incident | undefined {
  return row && { ...row, examples: examplesFrom(row.examples) };
}

/** Empty for a damaged row. */
function examplesFrom(json: string): IncidentExample[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.filter(isExample) : [];
  } catch {
    return [];
  }
}

function isExample(value: unknown): value is IncidentExample {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return typeof value.id === 'number' && typeof value.name === 'string';
}
