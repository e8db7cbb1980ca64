// Few rules: what is likely wrong, and what would make HTML or code of a text.
import js from '@eslint/js';
import globals from 'globals';

const MARKUP = /^(innerHTML|outerHTML|insertAdjacentHTML|srcdoc|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment)$/;

const RULES = {
  eqeqeq: 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
  'no-restricted-syntax': [
    'error',
    { selector: `MemberExpression[property.name=${MARKUP}]`, message: 'Texts stay text: make elements with h().' },
    { selector: "CallExpression[callee.object.name='document'][callee.property.name='write']", message: 'Never.' },
    { selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']", message: 'Use style.' },
  ],
};

export default [
  js.configs.recommended,
  { rules: RULES },
  { files: ['site/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['site/assets/lib/looks.js'], languageOptions: { sourceType: 'script' } },
  { files: ['site/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['stories/**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
