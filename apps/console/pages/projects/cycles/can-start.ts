/** True if a request can start: without a model, only its code blocks are applied. */
export const canStart = (hasModel: boolean, description: string): boolean =>
  hasModel || /^ {0,3}(```|~~~)/m.test(description)
