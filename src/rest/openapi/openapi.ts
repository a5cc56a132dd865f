/*
 * The OpenAPI document of the REST interface, and the same as an HTML page.
 */
export { descriptionOperations } from './description.ts';
