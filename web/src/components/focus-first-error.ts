interface FormWithNodes {
  readonly getInputNode: (path: string) => HTMLElement | null;
}

/** In a long form, the first invalid field may be outside the viewport. */
export const focusFirstError =
  (form: FormWithNodes) =>
  (errors: Readonly<Record<string, unknown>>): void => {
    const [path] = Object.keys(errors).filter((name) => errors[name] !== undefined);
    if (path !== undefined) form.getInputNode(path)?.focus();
  };
