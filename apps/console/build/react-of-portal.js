export * from 'preact/compat'
export { default } from 'preact/compat'

/** What Preact lacks of what the router names, which changes the state for its own transitions alone. */
export const useOptimistic = (state) => [state, () => undefined]
