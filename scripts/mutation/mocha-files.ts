/*
 * Stryker's runner asks for files of mocha without their extension, and mocha 12 has given these a new one. This can
 * go when the runner knows it: https://github.com/stryker-mutator/stryker-js/pull/6205
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(/\/mocha\/lib\/cli\/[a-z-]+$/.test(specifier) ? `${specifier}.cjs` : specifier, context),
});
