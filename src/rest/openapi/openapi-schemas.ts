import * as z from 'zod';

/** JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

const PREFIX = '#/components/schemas/';

/** Removes details that zod adds but readers do not need: patterns of times and integers, bounds of ±(2^53-1). */
function plain(schema: JsonSchema): void {
  if (schema.format === 'date-time' || schema.type === 'integer') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/**
 * Converts zod schemas to JSON Schemas. A zod schema with an `id` in its metadata becomes a component, which other
 * schemas reference.
 */
export class Schemas {
  /** Components so far, by `id`. */
  readonly components: Record<string, JsonSchema> = {};

  /** JSON Schema of a request input. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'input', () => undefined);
  }

  /** JSON Schema of a response. Allows unknown fields, because a later release may add fields. */
  output(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'output', (made) => {
      if (made.additionalProperties === false) delete made.additionalProperties;
    });
  }

  #convert(schema: z.ZodType, io: 'input' | 'output', adapt: (made: JsonSchema) => void): JsonSchema {
    const { $defs = {}, ...made } = z.toJSONSchema(schema, {
      io,
      override: ({ zodSchema, jsonSchema }) => {
        plain(jsonSchema);
        // zod omits the default of a schema with a transform.
        const initial = z.globalRegistry.get(zodSchema)?.['default'];
        if (initial !== undefined) jsonSchema.default = initial;
        adapt(jsonSchema);
      },
    });
    delete made.$schema;
    for (const [name, component] of Object.entries($defs)) {
      if (typeof component === 'object') this.components[name] = component;
    }
    refer([$defs, made]);
    return made;
  }
}

/** Rewrites all references in `node` to point to the components of the OpenAPI document. */
function refer(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('$ref' in node && typeof node.$ref === 'string') node.$ref = node.$ref.replace('#/$defs/', PREFIX);
  for (const child of Object.values(node)) refer(child);
}

/** Name of the component that a reference points to. */
export function componentName(reference: string): string {
  return reference.slice(PREFIX.length);
}
