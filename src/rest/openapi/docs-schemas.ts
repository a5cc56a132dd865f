import { escapeText } from '../../http/content/escape.ts';
import { joinHtml, markdownHtml } from './html.ts';
import { componentName, type JsonSchema } from './openapi-schemas.ts';

type Schema = JsonSchema | boolean;

function isSchema(schema: Schema | undefined): schema is JsonSchema {
  return typeof schema === 'object';
}

function alternativesOf({ anyOf = [], oneOf = [] }: JsonSchema): readonly JsonSchema[] {
  return [...anyOf, ...oneOf].filter(isSchema);
}

function valueHtml(value: unknown): string {
  return `<code>${escapeText(JSON.stringify(value))}</code>`;
}

function boundsHtml(schema: JsonSchema): string {
  const bounds = [
    [schema.minimum, 'at least'],
    [schema.maximum, 'at most'],
    [schema.maxLength, 'maximum length'],
    [schema.default, 'default'],
  ] as const;
  const texts = bounds.flatMap(([value, word]) =>
    value === undefined ? [] : [`${word} ${escapeText(JSON.stringify(value))}`],
  );
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

function simpleHtml(schema: JsonSchema): string {
  const { type = 'any', format } = schema;
  return `${String(type)}${format === undefined ? '' : ` ${format}`}${boundsHtml(schema)}`;
}

/** One-line HTML of the type that a schema describes. */
export function typeHtml(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return valueHtml(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(valueHtml).join(' | ') + boundsHtml(schema);
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0 && schema.type === undefined) return alternatives.map(typeHtml).join(' or ');
  const { items } = schema;
  if (schema.type === 'array' && isSchemaOrNothing(items)) {
    return `array of ${items === undefined ? 'any' : typeHtml(items)}`;
  }
  return simpleHtml(schema);
}

function isSchemaOrNothing(items: JsonSchema['items']): items is JsonSchema | undefined {
  return items === undefined || (typeof items === 'object' && !Array.isArray(items));
}

/** Object schemas in a schema, whose fields are shown: itself, or those in its alternatives and items. */
function objectsIn(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.properties !== undefined) return [schema];
  const { items } = schema;
  const children = [
    ...alternativesOf(schema),
    ...(isSchemaOrNothing(items) && items !== undefined ? [items] : []),
  ];
  return children.flatMap(objectsIn);
}

function fieldHtml(name: string, field: JsonSchema, isRequired: boolean): string {
  const inner = objectsIn(field);
  return [
    `<tr><td><code>${escapeText(name)}</code>${isRequired ? '' : ' <small>optional</small>'}`,
    `<td>${typeHtml(field)}`,
    `<td>${markdownHtml(field.description)}${joinHtml(inner, schemaHtml)}`,
  ].join('');
}

/** HTML of a schema: a table of fields for each object in it. */
export function schemaHtml(schema: JsonSchema): string {
  const { properties, required = [] } = schema;
  if (properties === undefined) {
    const inner = objectsIn(schema);
    return `<p>${typeHtml(schema)}</p>${joinHtml(inner, schemaHtml)}`;
  }
  const rows = Object.entries(properties).map(([name, field]) =>
    isSchema(field) ? fieldHtml(name, field, required.includes(name)) : '',
  );
  return `<table>${rows.join('\n')}</table>`;
}
