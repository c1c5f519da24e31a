interface FormWithNodes {
  readonly getInputNode: (path: string) => HTMLElement | null;
}

/** Leads to the first field that is not right: in a long form it may be out of sight. */
export const focusFirstError =
  (form: FormWithNodes) =>
  (errors: Readonly<Record<string, unknown>>): void => {
    const [path] = Object.keys(errors).filter((name) => errors[name] !== undefined);
    if (path !== undefined) form.getInputNode(path)?.focus();
  };
