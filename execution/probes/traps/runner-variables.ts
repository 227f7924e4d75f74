/** Variables that test runners set, or that show how the tests were begun; `*` means enumerating all names. */
export const ofRunners =
  /^(?:NODE_TEST_|JEST_|VITEST|VITE_NODE|MOCHA|PYTEST|AVA_|TAP(?:$|_)|TEST$|TOX_|NYC_|NODE_V8_COVERAGE$|COVERAGE_|COV_CORE_|npm_lifecycle_|npm_command$|_$|\*$)/i

/** Variables that programs read for honest reasons as well. */
export const alsoHonest = /^(?:NODE_ENV|BABEL_ENV|CI)$/
