import { type Facts, said, saidTogether } from '../text/messages.ts';

/** An error response of the service, or a request without a response. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response, -1 for a fault of the page itself. */
  readonly status: number;
  /** Stable error code (docs/build/contract/rest.md §5). */
  readonly code: string;
  /** Error sentences by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Id of the request in the service's log; undefined without a response. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry; undefined if the response does not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: Partial<Omit<ApiError, 'message'>> = {}) {
    super(message);
    this.status = details.status ?? 0;
    this.code = details.code ?? 'offline';
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }

  /** True without a response: the network or the service is unavailable. */
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

/** Converts an error response into an {@link ApiError} in the language of the page. */
export function errorOf(response: Response, body: unknown): ApiError {
  const errorJson = isErrorBody(body) ? body : { message: response.statusText };
  const fields = fieldsOf(errorJson);
  return new ApiError(messageOf(errorJson, fields), {
    status: response.status,
    code: errorJson.code ?? `status_${String(response.status)}`,
    fields,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number(response.headers.get('Retry-After') ?? '') || undefined,
  });
}

/** A validation error of one field, found by the page before it sends a request. */
export function faultIn(field: string, sentence: string): ApiError {
  return new ApiError(sentence, { status: 422, code: 'invalid', fields: { [field]: [sentence] } });
}

/** The error itself if it is an {@link ApiError}; otherwise one with the code `fault`. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(String(error), { code: 'fault', status: -1 });
}
