// Few rules: likely mistakes, and constructs that turn text into HTML or code.
import js from '@eslint/js';
import globals from 'globals';

const SET = '/^(innerHTML|outerHTML|srcdoc)$/';
const CALLED = '/^(insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment)$/';
const AS_TEXT = 'Texts stay text: make elements with h().';

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
    { selector: `AssignmentExpression > MemberExpression.left[property.name=${SET}]`, message: AS_TEXT },
    { selector: `CallExpression[callee.property.name=${CALLED}]`, message: AS_TEXT },
    { selector: "CallExpression[callee.object.name='document'][callee.property.name='write']", message: AS_TEXT },
    {
      selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']",
      message: 'Use style.',
    },
  ],
};

export default [
  js.configs.recommended,
  { rules: RULES },
  { files: ['site/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['site/assets/lib/looks.js'], languageOptions: { sourceType: 'script' } },
  { files: ['site/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['stories/**/*.mjs', '*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
