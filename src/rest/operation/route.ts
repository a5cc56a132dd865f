import type { Operation } from './define-operation.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation: guests, too (`anybody`); users, and those who still owe a second factor (`half`); or users
 * only. Others get 401 before any body is read. What a user may do is decided by the core.
 */
export type Caller = 'anybody' | 'half' | 'user';

/** A row of the table: method, path below `/api` in the form of the description, who may call it, what it does. */
export type Route = readonly [method: Method, path: `/${string}`, caller: Caller, operation: Operation];

/** Routes by the chapters of the description. */
export type Chapters = Readonly<Record<string, readonly Route[]>>;
