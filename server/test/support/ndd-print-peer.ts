import { readXml, type XmlElement, type XmlNode } from '../../src/platform/text/xml-tree.js';
import type { Answer } from './http-peer.js';

/**
 * A counter as `GetPlainCountersData` lists it. The fields are those of the help centre of NDD Print (Integration Kit, CountersData,
 * GetPlainCountersData): the company, the id and serial number of the printer, the type of the counter and its latest value. The
 * service sends values as text.
 */
export const counter = (serial: unknown, total: unknown, more: object = {}): object => ({
  EnterpriseName: 'Acme',
  PrinterDeviceID: 17,
  SerialNumber: serial,
  CounterTypeName: 'General',
  LatestCounterTotal: total,
  ...more,
});

/** The answer of the service: JSON in the element for the result, in an envelope of SOAP 1.1. */
export const envelope = (result: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body><GetPlainCountersDataResponse xmlns="nddprint.com/api/"><GetPlainCountersDataResult>${result
    .replaceAll('&', '&amp;')
    .replaceAll(
      '<',
      '&lt;',
    )}</GetPlainCountersDataResult></GetPlainCountersDataResponse></soap:Body></soap:Envelope>`;

const fault =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>refused</faultstring></soap:Fault></soap:Body></soap:Envelope>';

const elementIn = (nodes: readonly XmlNode[], name: string): XmlElement | undefined =>
  nodes.find((node): node is XmlElement => typeof node !== 'string' && node.name === name);

export type Parameters = Readonly<Record<string, string>>;

/** The parameters of a request, as a SOAP service reads them. */
export async function parametersIn(body: string): Promise<Parameters> {
  const call = ['soap:Envelope', 'soap:Body', 'GetPlainCountersData'].reduce<readonly XmlNode[]>(
    (nodes, name) => elementIn(nodes, name)?.nodes ?? [],
    await readXml(Buffer.from(body), 100),
  );
  return Object.fromEntries(
    call.flatMap((node) =>
      typeof node === 'string'
        ? []
        : [[node.name, node.nodes.filter((text) => typeof text === 'string').join('')]],
    ),
  );
}

/** A portal with one provider, whose user may see all companies. */
export const portal =
  (counters: () => readonly unknown[], asked: Parameters[] = []): Answer =>
  ({ url, headers }, response, body) => {
    void parametersIn(body).then((parameters) => {
      asked.push(parameters);
      const isUser =
        parameters['dealerName'] === 'Provider & Sons' &&
        parameters['dealerUserEmail'] === 'user@provider.example' &&
        parameters['dealerUserPassword'] === 'k1BAv1w==';
      if (url !== '/CountersWS/CountersData.asmx') response.writeHead(404).end();
      else if (headers['soapaction'] !== '"nddprint.com/api/GetPlainCountersData"' || !isUser)
        response.writeHead(500, { 'content-type': 'text/xml' }).end(fault);
      else response.end(envelope(JSON.stringify(counters())));
    });
  };
