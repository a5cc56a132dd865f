/*
 * Stryker's runner loads files of mocha without their extension, and mocha 12 has changed that extension. Remove this
 * once the runner supports it: https://github.com/stryker-mutator/stryker-js/pull/6205
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(/\/mocha\/lib\/cli\/[a-z-]+$/.test(specifier) ? `${specifier}.cjs` : specifier, context),
});
