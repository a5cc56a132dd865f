import { type Facts, said, saidTogether } from '../text/messages.ts';

/** An answer of the service that is no success, or that did not come. */
export class ApiError extends Error {
  /** Of the answer; 0 if there was none. */
  readonly status: number;
  /** What went wrong, in a word that stays (docs/build/contract/rest.md §5). */
  readonly code: string;
  /** Sentences by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** What the log of the service has it under; undefined if no answer came. */
  readonly requestId: string | undefined;
  /** Seconds until it makes sense to try again; undefined if the answer does not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: Partial<Omit<ApiError, 'message'>> = {}) {
    super(message);
    this.status = details.status ?? 0;
    this.code = details.code ?? 'offline';
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }

  /** No answer came: the network or the service is away. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

interface ErrorBody {
  readonly message?: string;
  readonly code?: string;
  readonly facts?: Facts;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly rules?: Readonly<Record<string, readonly string[]>>;
  readonly rule_facts?: Readonly<Record<string, readonly Facts[]>>;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body;
}

function fieldsOf({ errors = {}, rules, rule_facts: facts }: ErrorBody): ApiError['fields'] {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      field,
      texts.map((text, index) => said(rules?.[field]?.[index] ?? '', facts?.[field]?.[index] ?? {}, text)),
    ]),
  );
}

function messageOf({ message = '', code = '', facts = {} }: ErrorBody, fields: ApiError['fields']): string {
  return code === 'invalid'
    ? saidTogether(Object.values(fields).flat(), message)
    : said(code, facts, message);
}

/** Makes an error of an answer, in the language of the page. */
export function errorOf(response: Response, body: unknown): ApiError {
  const answer = isErrorBody(body) ? body : { message: response.statusText };
  const fields = fieldsOf(answer);
  return new ApiError(messageOf(answer, fields), {
    status: response.status,
    code: answer.code ?? `status_${String(response.status)}`,
    fields,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number(response.headers.get('Retry-After') ?? '') || undefined,
  });
}

/** An error that the page itself finds in a field, before anything is sent. */
export function faultIn(field: string, sentence: string): ApiError {
  return new ApiError(sentence, { status: 422, code: 'invalid', fields: { [field]: [sentence] } });
}

/** What a user can be told of any error. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(String(error), { code: 'fault', status: -1 });
}
