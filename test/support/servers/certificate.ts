import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An untrusted certificate for dms.test, valid for 100 years, and its key. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUU24/3ANgOk/9KEppk+8RIe0Ox3wwCgYIKoZIzj0EAwIw
EzERMA8GA1UEAwwIZG1zLnRlc3QwIBcNMjYxMTIyMDE1NTA5WhgPMjEyNjEwMjkw
MTU1MDlaMBMxETAPBgNVBAMMCGRtcy50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAE6w/A0BwncnsZU3vFmjAkjyVQ4T3jtmklRT+1Yh1WNd9Dsh0kh+LDcLRO
UyrqFeQhvGlFMnHh1LOnL2F/A8YidKNTMFEwHQYDVR0OBBYEFEayEtO9M1QvPAAn
RhyRUfCL2+2KMB8GA1UdIwQYMBaAFEayEtO9M1QvPAAnRhyRUfCL2+2KMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAOjXCySSzow4N+IeuLupJZEa
unBxFj+1IwMbyfVEeosIAiADtC8E3JtVsbuxUFGUSRluU5Pr/DMPmpktIWZZDozP
Qw==
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHSHaQdpUlLwMxxOt
NXhl7Tn2sy2RG0jRRKZLxwOE4DihRANCAATrD8DQHCdyexlTe8WaMCSPJVDhPeO2
aSVFP7ViHVY130OyHSSH4sNwtE5TKuoV5CG8aUUyceHUs6cvYX8DxiJ0
-----END PRIVATE KEY-----
`;

/** Writes the certificate and its key to a directory. @returns the section `server.tls` of a configuration */
export async function writeCertificate(directory: string): Promise<{ cert: string; key: string }> {
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
  await writeFile(files.cert, CERTIFICATE);
  await writeFile(files.key, KEY);
  return files;
}
