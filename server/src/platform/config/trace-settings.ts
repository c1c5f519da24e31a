type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

/** Follows the standard OpenTelemetry variables: an endpoint is set and nothing turns tracing off. */
export function sendsTraces(env: Readonly<Record<string, string | undefined>>, read: Read): boolean {
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].map((name) =>
    read<string | undefined>(name, undefined, endpoint),
  );
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';
  return !isOff && endpoints.some((url) => url !== undefined);
}

function endpoint(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new Error('must be an http:// or https:// address');
  return text;
}
