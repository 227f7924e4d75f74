export * from 'preact/compat'
export { default } from 'preact/compat'

/** The router names this hook, which Preact lacks, and sets its state in transitions of React alone. */
export const useOptimistic = (state) => [state, () => undefined]
