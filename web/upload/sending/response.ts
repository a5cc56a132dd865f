/** A response of the service, with its body parsed as JSON. */
export interface ParsedResponse {
  /** Undefined if it is no JSON. */
  readonly body: unknown;
  readonly response: Response;
}

/**
 * Converts a response to the form that `fetch` returns. @param header null or undefined if the response has no such
 * header
 */
export function responseOf(
  status: number,
  text: string,
  header: (name: string) => string | null | undefined,
): ParsedResponse {
  const headers = new Headers();
  for (const name of ['X-Request-Id', 'Retry-After']) headers.set(name, header(name) ?? '');
  return { body: parsed(text), response: new Response(null, { status, headers }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
