/*
 * The description of the interface by itself: OpenAPI, and the same as a page.
 */
export { descriptionOperations } from './description.ts';
