import type { Rule } from 'eslint';

export declare const oneChange: Rule.RuleModule;
