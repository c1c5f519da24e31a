/**
 * Examples of bodies that are not JSON: by the title of the JSON body that they stand for, and their media type. Another name of the
 * same format has none, nor has plain text, which may be each of them.
 */
export const fileExamples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  JobFile: {
    'text/csv': 'job,date,sheets,size,gsm\nJ-20931,2026-10-05,500,SRA3,135\nJ-20932,2026-10-05,1200,A4,80\n',
    'application/x-ndjson':
      '{"job":"J-20931","date":"2026-10-05","sheets":500,"size":"SRA3","gsm":135}\n' +
      '{"job":"J-20932","date":"2026-10-05","sheets":1200,"size":"A4","gsm":80}\n',
  },
  NewReadings: {
    'text/csv': 'device,total,unit,read_at\nVNB3R12345,184250,sheets,2026-10-12T06:00:00Z\n',
    'application/xml':
      '<readings>\n  <reading device="VNB3R12345" total="184250" unit="sheets" read_at="2026-10-12T06:00:00Z"/>\n</readings>\n',
  },
};
