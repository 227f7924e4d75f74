/** Once a form was sent, the focus goes to its first field that is wrong: in each form, whatever judges it. */
export const leadToWrong = (): void =>
  document.addEventListener('submit', ({ target }) => {
    const form = target as HTMLFormElement
    // What is wrong is marked before the next frame.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  })
