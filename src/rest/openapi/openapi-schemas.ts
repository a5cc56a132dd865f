import { z } from 'zod';

/** A JSON Schema of the dialect that OpenAPI 3.1 speaks. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

const PREFIX = '#/components/schemas/';

/** Says less where zod says more than a reader wants: how it checks a time, and the bounds of every integer. */
function plain(schema: JsonSchema): void {
  if (schema.format === 'date-time' || schema.type === 'integer') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** JSON Schemas of zod schemas. Those with an `id` in their metadata become components that the others refer to. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /** What a caller may send. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'input', () => undefined);
  }

  /** What goes out. Further fields may come later, and are no breach of the description. */
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
        // zod leaves it out where the value is transformed.
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

/** Lets every reference within point to where the components stand. */
function refer(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('$ref' in node && typeof node.$ref === 'string') node.$ref = node.$ref.replace('#/$defs/', PREFIX);
  for (const child of Object.values(node)) refer(child);
}

/** The name of the component that a reference points to. */
export function componentName(reference: string): string {
  return reference.slice(PREFIX.length);
}
