/* OpenAPI document of the REST interface, as JSON and as an HTML page. */
export { descriptionOperations } from './description.ts';
