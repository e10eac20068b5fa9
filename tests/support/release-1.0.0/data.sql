--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Data for Name: Link; Type: TABLE DATA; Schema: public; Owner: -
--

SET SESSION AUTHORIZATION DEFAULT;

ALTER TABLE public."Link" DISABLE TRIGGER ALL;

INSERT INTO public."Link" VALUES
	(1, 'spring', 'https://example.com/shop', 'Spring sale 🌷', true, NULL, '2026-10-05 09:30:00+00', '2026-10-05 09:30:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL),
	(2, 'print', 'https://example.com/flyer', NULL, true, '2026-12-24 00:00:00+00', '2026-10-28 23:59:59.999+00', '2026-10-28 23:59:59.999+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL),
	(3, 'off', 'https://example.com/shop', NULL, false, NULL, '2026-11-01 00:00:00+00', '2026-11-03 10:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL),
	(6, 'later', 'https://example.com/later', NULL, true, '2032-01-01 00:00:00+00', '2026-11-26 13:34:49.18+00', '2026-11-26 13:34:49.18+00', NULL, NULL, NULL, NULL, '2031-01-01 00:00:00+00', NULL, 'afa3444bcc5cb325dcf4ada4f3753209:25bae699288a0b329a45aacc3674e6b9a9e16746f6f5fdf3621a4ca311e8c746bcdfc4808bbebaf86c4ba3383a132531fbc959fa41f36ff6821657734d3a713c', false, false, NULL, NULL),
	(5, 'autumn', 'https://example.com/autumn', 'Autumn sale', true, NULL, '2026-11-26 13:34:48.687+00', '2026-11-26 13:34:49.474+00', NULL, 'Ask Olga', NULL, 50, NULL, NULL, NULL, true, false, NULL, NULL);


ALTER TABLE public."Link" ENABLE TRIGGER ALL;

--
-- Data for Name: Alias; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Alias" DISABLE TRIGGER ALL;

INSERT INTO public."Alias" VALUES
	('herbst', 5, '2026-11-26 13:34:48.687+00');


ALTER TABLE public."Alias" ENABLE TRIGGER ALL;

--
-- Data for Name: AliasCount; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."AliasCount" DISABLE TRIGGER ALL;

INSERT INTO public."AliasCount" VALUES
	('herbst', 4, 3, '2026-11-26 13:34:49.383+00');


ALTER TABLE public."AliasCount" ENABLE TRIGGER ALL;

--
-- Data for Name: Owner; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Owner" DISABLE TRIGGER ALL;

INSERT INTO public."Owner" VALUES
	('a2c06e19-f366-4ae7-8fd0-78a558e31083', 'Olga', 'olga@example.com', '2026-10-05 09:00:00+00', '2026-10-05 09:00:00+00', 0);


ALTER TABLE public."Owner" ENABLE TRIGGER ALL;

--
-- Data for Name: ApiToken; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."ApiToken" DISABLE TRIGGER ALL;

INSERT INTO public."ApiToken" VALUES
	('01a20521-f54c-7789-97b8-df786eb4a3e0', 'ci', '\x6e6011c1e0e28eb2b7ea872df4f49635fec515e7432da860d0ccdb7067d4e6ee', 'slg_xldj', '6Tg0', true, 'a2c06e19-f366-4ae7-8fd0-78a558e31083', '2026-10-06 09:00:00+00', NULL, NULL, NULL);


ALTER TABLE public."ApiToken" ENABLE TRIGGER ALL;

--
-- Data for Name: ClickBatch; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."ClickBatch" DISABLE TRIGGER ALL;

INSERT INTO public."ClickBatch" VALUES
	(4802581939746349975, 1, '{5}', '{1}', '{1}', '{"2026-11-26 13:34:53.561+00"}', '{"2026-11-26 13:34:53.561+00"}'),
	(4416938330990349212, 1, '{5}', '{1}', '{1}', '{"2026-11-26 13:34:53.572+00"}', '{"2026-11-26 13:34:53.572+00"}'),
	(914393237616739054, 1, '{5}', '{1}', '{1}', '{"2026-11-26 13:34:53.584+00"}', '{"2026-11-26 13:34:53.584+00"}');


ALTER TABLE public."ClickBatch" ENABLE TRIGGER ALL;

--
-- Data for Name: Click_2026_09; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Click_2026_09" DISABLE TRIGGER ALL;



ALTER TABLE public."Click_2026_09" ENABLE TRIGGER ALL;

--
-- Data for Name: Click_2026_10; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Click_2026_10" DISABLE TRIGGER ALL;

INSERT INTO public."Click_2026_10" VALUES
	('2026-10-05 10:00:00+00', -6695165396823166523, 1, '01a10b81-8500-74a1-8a13-e8bd5496d087', '\x00000000000000000000000000000001', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-05 23:00:00+00', -6695165396823166523, 1, '01a10e4b-a180-764b-821d-5c7897ea0038', '\x00000000000000000000000000000002', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-06 12:00:00+00', -6695165396823166523, 1, '01a11115-be00-7297-b132-462d3028ee5a', '\x00000000000000000000000000000003', 'www.example.org', 'NP', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-07 01:00:00+00', -6695165396823166523, 1, '01a113df-da80-712c-8075-fc84d6b31c63', '\x00000000000000000000000000000004', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-07 14:00:00+00', -6695165396823166523, 1, '01a116a9-f700-7365-9704-f82c9c5cd6fd', '\x00000000000000000000000000000005', NULL, 'FR', NULL, NULL, 'Mobile', 'Firefox', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-08 03:00:00+00', -6695165396823166523, 1, '01a11974-1380-71bf-9c88-08adf32203b3', '\x00000000000000000000000000000006', 't.co', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-08 16:00:00+00', -6695165396823166523, 1, '01a11c3e-3000-713f-8e9b-486fd53ef233', '\x00000000000000000000000000000007', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-09 05:00:00+00', -6695165396823166523, 1, '01a11f08-4c80-748d-9d2a-c80dc2444dcd', '\x00000000000000000000000000000008', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-09 18:00:00+00', -6695165396823166523, 1, '01a121d2-6900-71cf-972a-0243a88a8d45', '\x00000000000000000000000000000009', NULL, 'FR', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-10 07:00:00+00', -6695165396823166523, 1, '01a1249c-8580-7400-95b5-62eb1351399e', '\x0000000000000000000000000000000a', 't.co', NULL, NULL, NULL, 'Mobile', 'Firefox', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-10 20:00:00+00', -6695165396823166523, 1, '01a12766-a200-74f8-8361-2ca5ce658c6a', '\x0000000000000000000000000000000b', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-11 09:00:00+00', -6695165396823166523, 1, '01a12a30-be80-7568-ac05-c9d1140c3e30', '\x0000000000000000000000000000000c', 'news.example', 'DE', NULL, 'Jena', 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-11 22:00:00+00', -6695165396823166523, 1, '01a12cfa-db00-74c4-b96a-e8d29088de99', '\x0000000000000000000000000000000d', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-12 11:00:00+00', -6695165396823166523, 1, '01a12fc4-f780-7157-bce4-425943944e56', '\x0000000000000000000000000000000e', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-13 00:00:00+00', -6695165396823166523, 1, '01a1328f-1400-712e-8c7f-7f483ac88126', '\x0000000000000000000000000000000f', 'www.example.org', 'NP', NULL, NULL, 'Desktop', 'Firefox', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-13 13:00:00+00', -6695165396823166523, 1, '01a13559-3080-76d6-93f2-db8a268e4b0e', '\x00000000000000000000000000000010', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-14 02:00:00+00', -6695165396823166523, 1, '01a13823-4d00-76e8-b162-300c93ccf18d', '\x00000000000000000000000000000011', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-14 15:00:00+00', -6695165396823166523, 1, '01a13aed-6980-72c3-97fb-f58601d2e925', '\x00000000000000000000000000000012', 't.co', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-15 04:00:00+00', -6695165396823166523, 1, '01a13db7-8600-74b1-803c-af6bcddb1543', '\x00000000000000000000000000000013', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-15 17:00:00+00', -6695165396823166523, 1, '01a14081-a280-741f-b0ef-5af5cb423c44', '\x00000000000000000000000000000014', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Firefox', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-16 06:00:00+00', -6695165396823166523, 1, '01a1434b-bf00-71a0-b8cf-e150b19e39fc', '\x00000000000000000000000000000015', NULL, 'FR', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-16 19:00:00+00', -6695165396823166523, 1, '01a14615-db80-75f9-9c7c-84970ed17604', '\x00000000000000000000000000000016', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-17 08:00:00+00', -6695165396823166523, 1, '01a148df-f800-73ea-9c81-8f2a8f0bef45', '\x00000000000000000000000000000000', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-17 21:00:00+00', -6695165396823166523, 1, '01a14baa-1480-733e-9cb4-99a4e7c76932', '\x00000000000000000000000000000001', 'news.example', 'DE', NULL, 'Jena', 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-18 10:00:00+00', -6695165396823166523, 1, '01a14e74-3100-75c0-b6a9-26a75af3a759', '\x00000000000000000000000000000002', NULL, 'FR', NULL, NULL, 'Mobile', 'Firefox', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-18 23:00:00+00', -6695165396823166523, 1, '01a1513e-4d80-751a-bece-4e9f7baf9854', '\x00000000000000000000000000000003', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-19 12:00:00+00', -6695165396823166523, 1, '01a15408-6a00-7603-8d1b-ce2d08092d07', '\x00000000000000000000000000000004', 'www.example.org', 'NP', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-20 01:00:00+00', -6695165396823166523, 1, '01a156d2-8680-714a-a562-3e0dc72661f8', '\x00000000000000000000000000000005', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-20 14:00:00+00', -6695165396823166523, 1, '01a1599c-a300-7600-ac48-fac4acfdc660', '\x00000000000000000000000000000006', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-21 03:00:00+00', -6695165396823166523, 1, '01a15c66-bf80-765d-8abe-f3d30c8299fc', '\x00000000000000000000000000000007', 't.co', NULL, NULL, NULL, 'Desktop', 'Firefox', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-21 16:00:00+00', -6695165396823166523, 1, '01a15f30-dc00-725c-a340-ea85b2b7a9f2', '\x00000000000000000000000000000008', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-22 05:00:00+00', -6695165396823166523, 1, '01a161fa-f880-77f3-a678-d120fc5e5d8a', '\x00000000000000000000000000000009', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-22 18:00:00+00', -6695165396823166523, 1, '01a164c5-1500-725c-a570-d3821ed4ec61', '\x0000000000000000000000000000000a', NULL, 'FR', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-23 07:00:00+00', -6695165396823166523, 1, '01a1678f-3180-7408-be90-6c68c7171cf7', '\x0000000000000000000000000000000b', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-23 20:00:00+00', -6695165396823166523, 1, '01a16a59-4e00-733e-af37-e10b0b85a082', '\x0000000000000000000000000000000c', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Firefox', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-24 09:00:00+00', -6695165396823166523, 1, '01a16d23-6a80-7758-818e-091ce2ec1fb7', '\x0000000000000000000000000000000d', 'news.example', 'DE', NULL, 'Jena', 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-24 22:00:00+00', -6695165396823166523, 1, '01a16fed-8700-7085-b0fa-371e7d53a42f', '\x0000000000000000000000000000000e', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-25 11:00:00+00', -6695165396823166523, 1, '01a172b7-a380-756f-bd95-4110ee19229c', '\x0000000000000000000000000000000f', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-26 00:00:00+00', -6695165396823166523, 1, '01a17581-c000-7099-bf63-57a65f2f1f17', '\x00000000000000000000000000000010', 'www.example.org', 'NP', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-26 13:00:00+00', -6695165396823166523, 1, '01a1784b-dc80-745a-8bdd-2ba4abffd42b', '\x00000000000000000000000000000011', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Firefox', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-27 02:00:00+00', -6695165396823166523, 1, '01a17b15-f900-747b-9bd7-29d4504ca9e6', '\x00000000000000000000000000000012', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-27 15:00:00+00', -6695165396823166523, 1, '01a17de0-1580-76ef-a65f-e6b42a13e15f', '\x00000000000000000000000000000013', 't.co', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-28 04:00:00+00', -6695165396823166523, 1, '01a180aa-3200-7455-8148-6ed3ce32b761', '\x00000000000000000000000000000014', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-28 17:00:00+00', -6695165396823166523, 1, '01a18374-4e80-7344-a0ce-1c7e6ab22492', '\x00000000000000000000000000000015', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-29 06:00:00+00', -6695165396823166523, 1, '01a1863e-6b00-76b9-99ac-ac45bf728a81', '\x00000000000000000000000000000016', NULL, 'FR', NULL, NULL, 'Desktop', 'Firefox', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-29 19:00:00+00', -6695165396823166523, 1, '01a18908-8780-7198-9eaf-f9810bb0a69c', '\x00000000000000000000000000000000', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-30 08:00:00+00', -6695165396823166523, 1, '01a18bd2-a400-7698-b7ad-49d17c4ab915', '\x00000000000000000000000000000001', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-30 21:00:00+00', -6695165396823166523, 1, '01a18e9c-c080-700f-af3f-e98aa696e9e0', '\x00000000000000000000000000000002', 'news.example', 'DE', NULL, 'Jena', 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-10-31 10:00:00+00', -6695165396823166523, 1, '01a19166-dd00-7032-9b6b-b85a57a76b2b', '\x00000000000000000000000000000003', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-31 23:00:00+00', -6695165396823166523, 1, '01a19430-f980-7591-a786-d17a4ad9029b', '\x00000000000000000000000000000004', 't.co', NULL, NULL, NULL, 'Mobile', 'Firefox', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-31 22:10:00+00', -6838390263055514008, 2, '01a19403-32c0-721c-a2be-fd7c87d43014', '\x0000000000000000000000000000000f', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-10-31 22:40:00+00', -6838390263055514008, 2, '01a1941e-aa00-74bc-bbeb-be81c8a20be9', '\x00000000000000000000000000000010', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-10-31 23:10:00+00', -6838390263055514008, 2, '01a1943a-2140-7763-90ae-241a0cc09fa9', '\x00000000000000000000000000000011', 'www.example.org', 'NP', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-10-31 23:40:00+00', -6838390263055514008, 2, '01a19455-9880-776f-b95b-86e7bd71a353', '\x00000000000000000000000000000012', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL);


ALTER TABLE public."Click_2026_10" ENABLE TRIGGER ALL;

--
-- Data for Name: Click_2026_11; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Click_2026_11" DISABLE TRIGGER ALL;

INSERT INTO public."Click_2026_11" VALUES
	('2026-11-01 12:00:00+00', -6695165396823166523, 1, '01a196fb-1600-7782-821c-4f884e8f42b8', '\x00000000000000000000000000000005', 'www.example.org', 'NP', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-11-02 01:00:00+00', -6695165396823166523, 1, '01a199c5-3280-7324-ae6e-632cde2ff0e0', '\x00000000000000000000000000000006', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-02 14:00:00+00', -6695165396823166523, 1, '01a19c8f-4f00-74e2-a625-c6029a520c49', '\x00000000000000000000000000000007', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-03 03:00:00+00', -6695165396823166523, 1, '01a19f59-6b80-7576-a7c7-46e0ec05c7a8', '\x00000000000000000000000000000008', 't.co', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-11-03 16:00:00+00', -6695165396823166523, 1, '01a1a223-8800-71d3-a4d0-3ad94335705d', '\x00000000000000000000000000000009', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Firefox', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-04 05:00:00+00', -6695165396823166523, 1, '01a1a4ed-a480-7608-9b8c-a87cae9d846e', '\x0000000000000000000000000000000a', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-04 18:00:00+00', -6695165396823166523, 1, '01a1a7b7-c100-76c4-a549-963b6e7dfc66', '\x0000000000000000000000000000000b', NULL, 'FR', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-11-05 07:00:00+00', -6695165396823166523, 1, '01a1aa81-dd80-7355-985d-f4baad64a02c', '\x0000000000000000000000000000000c', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-05 20:00:00+00', -6695165396823166523, 1, '01a1ad4b-fa00-7589-928f-b9555c986c78', '\x0000000000000000000000000000000d', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-06 09:00:00+00', -6695165396823166523, 1, '01a1b016-1680-7681-a9e3-4d23d798f566', '\x0000000000000000000000000000000e', 'news.example', 'DE', NULL, 'Jena', 'Desktop', 'Firefox', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-11-01 00:10:00+00', -6838390263055514008, 2, '01a19471-0fc0-7648-9b53-e62020748aa7', '\x00000000000000000000000000000013', NULL, 'FR', NULL, NULL, 'Mobile', 'Firefox', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-01 00:40:00+00', -6838390263055514008, 2, '01a1948c-8700-733d-9b38-67fb2ea97162', '\x00000000000000000000000000000014', 't.co', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-11-01 01:10:00+00', -6838390263055514008, 2, '01a194a7-fe40-7334-bbe9-3a3bbe71e684', '\x00000000000000000000000000000015', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-01 01:40:00+00', -6838390263055514008, 2, '01a194c3-7580-7480-a0f5-7cf7f53dcf14', '\x00000000000000000000000000000016', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-01 02:10:00+00', -6838390263055514008, 2, '01a194de-ecc0-7209-9a83-924adf73a184', '\x00000000000000000000000000000000', NULL, 'FR', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-11-01 02:40:00+00', -6838390263055514008, 2, '01a194fa-6400-7459-b88b-4f8c6f6d83ab', '\x00000000000000000000000000000001', 't.co', NULL, NULL, NULL, 'Mobile', 'Firefox', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-01 03:10:00+00', -6838390263055514008, 2, '01a19515-db40-7511-bd27-d268a473bf88', '\x00000000000000000000000000000002', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-01 03:40:00+00', -6838390263055514008, 2, '01a19531-5280-76ba-ae62-ba025d05526f', '\x00000000000000000000000000000003', 'news.example', 'DE', NULL, 'Jena', 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-11-01 00:00:00+00', 1859056801932373923, 3, '01a19467-e800-755d-9bfe-4ae740ddc9b6', '\x00000000000000000000000000000004', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-01 01:00:00+00', 1859056801932373923, 3, '01a1949e-d680-768f-b750-fe94660d7ca3', '\x00000000000000000000000000000005', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-01 02:00:00+00', 1859056801932373923, 3, '01a194d5-c500-74e3-97c2-e9b9be58364b', '\x00000000000000000000000000000006', 'www.example.org', 'NP', NULL, NULL, 'Desktop', 'Firefox', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-11-19 21:00:00+00', -8627798807723711735, 1, '01a1f59b-f080-7150-aff1-3b7372dff048', '\x00000000000000000000000000000007', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-19 21:10:00+00', -8627798807723711735, 1, '01a1f5a5-1840-7454-a9c3-b6cda64c6c08', '\x00000000000000000000000000000008', NULL, 'FR', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-19 21:20:00+00', -8627798807723711735, 1, '01a1f5ae-4000-71d0-a9d4-f7a624dd9d43', '\x00000000000000000000000000000009', 't.co', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Windows', NULL, 'newsletter', 'email', 'spring'),
	('2026-11-19 21:30:00+00', -8627798807723711735, 1, '01a1f5b7-67c0-74b4-9a3d-e39c61ebda88', '\x0000000000000000000000000000000a', 'www.example.org', 'NP', NULL, NULL, 'Mobile', 'Chrome', 'Android', 'de-DE', NULL, NULL, NULL),
	('2026-11-19 21:40:00+00', -8627798807723711735, 1, '01a1f5c0-8f80-7194-b2db-8888f7d25746', '\x0000000000000000000000000000000b', 'news.example', 'DE', NULL, 'Jena', 'Mobile', 'Firefox', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-19 21:50:00+00', -8627798807723711735, 1, '01a1f5c9-b740-72ce-ba13-2b00f5cc3662', '\x0000000000000000000000000000000c', NULL, 'FR', NULL, NULL, 'Desktop', 'Chrome', 'Windows', 'de-DE', NULL, NULL, NULL),
	('2026-11-19 22:00:00+00', -8627798807723711735, 1, '01a1f5d2-df00-7491-9842-5694df82e21a', '\x0000000000000000000000000000000d', 't.co', NULL, NULL, NULL, 'Mobile', 'Chrome', 'Android', NULL, NULL, NULL, NULL),
	('2026-11-26 13:34:49.269+00', -7673084920716424182, 5, '01a21810-e1b5-75ef-b906-f673d7111681', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'poster', NULL),
	('2026-11-26 13:34:49.33+00', -2078180077118491047, 5, '01a21810-e1f2-73a6-870e-af4a6c3cc351', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'flyer', NULL),
	('2026-11-26 13:34:49.344+00', -7133638918545997903, 5, '01a21810-e200-748a-838a-219e8aef41c3', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'poster', NULL),
	('2026-11-26 13:34:49.353+00', -7180018335372237335, 5, '01a21810-e209-7742-b7df-40c7243a9f1e', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'flyer', NULL),
	('2026-11-26 13:34:49.364+00', 6725294810584152795, 5, '01a21810-e214-71d4-8669-d1e5a377cf02', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'poster', NULL),
	('2026-11-26 13:34:49.374+00', -8484134779512477769, 5, '01a21810-e21e-74e5-8fad-5f15307a9d69', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'flyer', NULL),
	('2026-11-26 13:34:49.383+00', -4694575282915214312, 5, '01a21810-e227-71d7-a869-3b54aa8609eb', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'poster', NULL),
	('2026-11-26 13:34:49.392+00', -1463556978763827486, 5, '01a21810-e230-71fa-8ad2-8a4b53ceeec7', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'flyer', NULL),
	('2026-11-26 13:34:49.4+00', -4359256372415169961, 5, '01a21810-e238-7204-abd5-15965f40980f', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 'news.example', NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', 'de', 'paper', 'poster', NULL),
	('2026-11-26 13:34:53.561+00', 4802581939746349975, 5, '01a21810-f279-7051-a3a8-32b836a78216', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', NULL, NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', NULL, NULL, NULL, NULL),
	('2026-11-26 13:34:53.572+00', 4416938330990349212, 5, '01a21810-f284-7390-9c78-b8ab836705c5', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', NULL, NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', NULL, NULL, NULL, NULL),
	('2026-11-26 13:34:53.584+00', 914393237616739054, 5, '01a21810-f290-71aa-866d-1d354a20dfe9', '\x2a062e71dc21a2f8bc8bf9bdf5b99313', NULL, NULL, NULL, NULL, 'Desktop', 'Chrome', 'Linux', NULL, NULL, NULL, NULL);


ALTER TABLE public."Click_2026_11" ENABLE TRIGGER ALL;

--
-- Data for Name: Click_2026_12; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Click_2026_12" DISABLE TRIGGER ALL;



ALTER TABLE public."Click_2026_12" ENABLE TRIGGER ALL;

--
-- Data for Name: Click_2027_01; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Click_2027_01" DISABLE TRIGGER ALL;



ALTER TABLE public."Click_2027_01" ENABLE TRIGGER ALL;

--
-- Data for Name: Click_default; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Click_default" DISABLE TRIGGER ALL;



ALTER TABLE public."Click_default" ENABLE TRIGGER ALL;

--
-- Data for Name: DailySalt; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DailySalt" DISABLE TRIGGER ALL;



ALTER TABLE public."DailySalt" ENABLE TRIGGER ALL;

--
-- Data for Name: DailySaltFingerprint; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DailySaltFingerprint" DISABLE TRIGGER ALL;

INSERT INTO public."DailySaltFingerprint" VALUES
	('2026-11-26', '\x4251061f365a3320f4d634d4471bdb9be8491b74f9f9711b77cd1355d14a6d5e');


ALTER TABLE public."DailySaltFingerprint" ENABLE TRIGGER ALL;

--
-- Data for Name: DailySaltRequest; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DailySaltRequest" DISABLE TRIGGER ALL;



ALTER TABLE public."DailySaltRequest" ENABLE TRIGGER ALL;

--
-- Data for Name: DayLabelTotal; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DayLabelTotal" DISABLE TRIGGER ALL;

INSERT INTO public."DayLabelTotal" VALUES
	(1, '2026-10-05', 't.co', '', 1),
	(1, '2026-10-06', 'www.example.org', '', 1),
	(1, '2026-10-07', 'news.example', '', 1),
	(1, '2026-10-08', 't.co', '', 1),
	(1, '2026-10-08', 'www.example.org', '', 1),
	(1, '2026-10-09', 'news.example', '', 1),
	(1, '2026-10-10', 't.co', '', 1),
	(1, '2026-10-10', 'www.example.org', '', 1),
	(1, '2026-10-11', 'news.example', '', 1),
	(1, '2026-10-12', 't.co', '', 1),
	(1, '2026-10-13', 'news.example', '', 1),
	(1, '2026-10-13', 'www.example.org', '', 1),
	(1, '2026-10-14', 't.co', '', 1),
	(1, '2026-10-15', 'news.example', '', 1),
	(1, '2026-10-15', 'www.example.org', '', 1),
	(1, '2026-10-16', 't.co', '', 1),
	(1, '2026-10-17', 'news.example', '', 1),
	(1, '2026-10-17', 'www.example.org', '', 1),
	(1, '2026-10-18', 't.co', '', 1),
	(1, '2026-10-19', 'www.example.org', '', 1),
	(1, '2026-10-20', 'news.example', '', 1),
	(1, '2026-10-21', 't.co', '', 1),
	(1, '2026-10-21', 'www.example.org', '', 1),
	(1, '2026-10-22', 'news.example', '', 1),
	(1, '2026-10-23', 't.co', '', 1),
	(1, '2026-10-23', 'www.example.org', '', 1),
	(1, '2026-10-24', 'news.example', '', 1),
	(1, '2026-10-25', 't.co', '', 1),
	(1, '2026-10-26', 'news.example', '', 1),
	(1, '2026-10-26', 'www.example.org', '', 1),
	(1, '2026-10-27', 't.co', '', 1),
	(1, '2026-10-28', 'news.example', '', 1),
	(1, '2026-10-28', 'www.example.org', '', 1),
	(1, '2026-10-29', 't.co', '', 1),
	(1, '2026-10-30', 'news.example', '', 1),
	(1, '2026-10-30', 'www.example.org', '', 1),
	(1, '2026-10-31', 'news.example', '', 1),
	(1, '2026-10-31', 't.co', '', 2),
	(1, '2026-10-31', 'www.example.org', '', 1),
	(1, '2026-11-01', 'news.example', '', 2),
	(1, '2026-11-01', 't.co', '', 3),
	(1, '2026-11-01', 'www.example.org', '', 4),
	(1, '2026-11-02', 'news.example', '', 1),
	(1, '2026-11-03', 't.co', '', 1),
	(1, '2026-11-03', 'www.example.org', '', 1),
	(1, '2026-11-04', 'news.example', '', 1),
	(1, '2026-11-05', 't.co', '', 1),
	(1, '2026-11-05', 'www.example.org', '', 1),
	(1, '2026-11-06', 'news.example', '', 1),
	(1, '2026-11-19', 'news.example', '', 2),
	(1, '2026-11-19', 't.co', '', 2),
	(1, '2026-11-19', 'www.example.org', '', 1),
	(2, '2026-10-05', 'FR', '', 1),
	(2, '2026-10-06', 'NP', '', 1),
	(2, '2026-10-07', 'DE', '', 1),
	(2, '2026-10-07', 'FR', '', 1),
	(2, '2026-10-08', 'NP', '', 1),
	(2, '2026-10-09', 'DE', '', 1),
	(2, '2026-10-09', 'FR', '', 1),
	(2, '2026-10-10', 'NP', '', 1),
	(2, '2026-10-11', 'DE', '', 1),
	(2, '2026-10-11', 'FR', '', 1),
	(2, '2026-10-13', 'DE', '', 1),
	(2, '2026-10-13', 'NP', '', 1),
	(2, '2026-10-14', 'FR', '', 1),
	(2, '2026-10-15', 'DE', '', 1),
	(2, '2026-10-15', 'NP', '', 1),
	(2, '2026-10-16', 'FR', '', 1),
	(2, '2026-10-17', 'DE', '', 1),
	(2, '2026-10-17', 'NP', '', 1),
	(2, '2026-10-18', 'FR', '', 1),
	(2, '2026-10-19', 'NP', '', 1),
	(2, '2026-10-20', 'DE', '', 1),
	(2, '2026-10-20', 'FR', '', 1),
	(2, '2026-10-21', 'NP', '', 1),
	(2, '2026-10-22', 'DE', '', 1),
	(2, '2026-10-22', 'FR', '', 1),
	(2, '2026-10-23', 'NP', '', 1),
	(2, '2026-10-24', 'DE', '', 1),
	(2, '2026-10-24', 'FR', '', 1),
	(2, '2026-10-26', 'DE', '', 1),
	(2, '2026-10-26', 'NP', '', 1),
	(2, '2026-10-27', 'FR', '', 1),
	(2, '2026-10-28', 'DE', '', 1),
	(2, '2026-10-28', 'NP', '', 1),
	(2, '2026-10-29', 'FR', '', 1),
	(2, '2026-10-30', 'DE', '', 1),
	(2, '2026-10-30', 'NP', '', 1),
	(2, '2026-10-31', 'DE', '', 1),
	(2, '2026-10-31', 'FR', '', 2),
	(2, '2026-10-31', 'NP', '', 1),
	(2, '2026-11-01', 'DE', '', 2),
	(2, '2026-11-01', 'FR', '', 3),
	(2, '2026-11-01', 'NP', '', 4),
	(2, '2026-11-02', 'DE', '', 1),
	(2, '2026-11-02', 'FR', '', 1),
	(2, '2026-11-03', 'NP', '', 1),
	(2, '2026-11-04', 'DE', '', 1),
	(2, '2026-11-04', 'FR', '', 1),
	(2, '2026-11-05', 'NP', '', 1),
	(2, '2026-11-06', 'DE', '', 1),
	(2, '2026-11-19', 'DE', '', 2),
	(2, '2026-11-19', 'FR', '', 2),
	(2, '2026-11-19', 'NP', '', 1),
	(4, '2026-10-07', 'Jena', 'DE', 1),
	(4, '2026-10-09', 'Jena', 'DE', 1),
	(4, '2026-10-11', 'Jena', 'DE', 1),
	(4, '2026-10-13', 'Jena', 'DE', 1),
	(4, '2026-10-15', 'Jena', 'DE', 1),
	(4, '2026-10-17', 'Jena', 'DE', 1),
	(4, '2026-10-20', 'Jena', 'DE', 1),
	(4, '2026-10-22', 'Jena', 'DE', 1),
	(4, '2026-10-24', 'Jena', 'DE', 1),
	(4, '2026-10-26', 'Jena', 'DE', 1),
	(4, '2026-10-28', 'Jena', 'DE', 1),
	(4, '2026-10-30', 'Jena', 'DE', 1),
	(4, '2026-10-31', 'Jena', 'DE', 1),
	(4, '2026-11-01', 'Jena', 'DE', 2),
	(4, '2026-11-02', 'Jena', 'DE', 1),
	(4, '2026-11-04', 'Jena', 'DE', 1),
	(4, '2026-11-06', 'Jena', 'DE', 1),
	(4, '2026-11-19', 'Jena', 'DE', 2),
	(5, '2026-10-05', 'Mobile', '', 2),
	(5, '2026-10-06', 'Desktop', '', 1),
	(5, '2026-10-07', 'Mobile', '', 2),
	(5, '2026-10-08', 'Desktop', '', 1),
	(5, '2026-10-08', 'Mobile', '', 1),
	(5, '2026-10-09', 'Desktop', '', 1),
	(5, '2026-10-09', 'Mobile', '', 1),
	(5, '2026-10-10', 'Mobile', '', 2),
	(5, '2026-10-11', 'Desktop', '', 1),
	(5, '2026-10-11', 'Mobile', '', 1),
	(5, '2026-10-12', 'Mobile', '', 1),
	(5, '2026-10-13', 'Desktop', '', 1),
	(5, '2026-10-13', 'Mobile', '', 1),
	(5, '2026-10-14', 'Desktop', '', 1),
	(5, '2026-10-14', 'Mobile', '', 1),
	(5, '2026-10-15', 'Mobile', '', 2),
	(5, '2026-10-16', 'Desktop', '', 1),
	(5, '2026-10-16', 'Mobile', '', 1),
	(5, '2026-10-17', 'Desktop', '', 1),
	(5, '2026-10-17', 'Mobile', '', 1),
	(5, '2026-10-18', 'Mobile', '', 2),
	(5, '2026-10-19', 'Desktop', '', 1),
	(5, '2026-10-20', 'Mobile', '', 2),
	(5, '2026-10-21', 'Desktop', '', 1),
	(5, '2026-10-21', 'Mobile', '', 1),
	(5, '2026-10-22', 'Desktop', '', 1),
	(5, '2026-10-22', 'Mobile', '', 1),
	(5, '2026-10-23', 'Mobile', '', 2),
	(5, '2026-10-24', 'Desktop', '', 1),
	(5, '2026-10-24', 'Mobile', '', 1),
	(5, '2026-10-25', 'Mobile', '', 1),
	(5, '2026-10-26', 'Desktop', '', 1),
	(5, '2026-10-26', 'Mobile', '', 1),
	(5, '2026-10-27', 'Desktop', '', 1),
	(5, '2026-10-27', 'Mobile', '', 1),
	(5, '2026-10-28', 'Mobile', '', 2),
	(5, '2026-10-29', 'Desktop', '', 1),
	(5, '2026-10-29', 'Mobile', '', 1),
	(5, '2026-10-30', 'Desktop', '', 1),
	(5, '2026-10-30', 'Mobile', '', 1),
	(5, '2026-10-31', 'Desktop', '', 1),
	(5, '2026-10-31', 'Mobile', '', 5),
	(5, '2026-11-01', 'Desktop', '', 5),
	(5, '2026-11-01', 'Mobile', '', 7),
	(5, '2026-11-02', 'Mobile', '', 2),
	(5, '2026-11-03', 'Desktop', '', 1),
	(5, '2026-11-03', 'Mobile', '', 1),
	(5, '2026-11-04', 'Desktop', '', 1),
	(5, '2026-11-04', 'Mobile', '', 1),
	(5, '2026-11-05', 'Mobile', '', 2),
	(5, '2026-11-06', 'Desktop', '', 1),
	(5, '2026-11-19', 'Desktop', '', 2),
	(5, '2026-11-19', 'Mobile', '', 5),
	(6, '2026-10-05', 'Chrome', '', 2),
	(6, '2026-10-06', 'Chrome', '', 1),
	(6, '2026-10-07', 'Chrome', '', 1),
	(6, '2026-10-07', 'Firefox', '', 1),
	(6, '2026-10-08', 'Chrome', '', 2),
	(6, '2026-10-09', 'Chrome', '', 2),
	(6, '2026-10-10', 'Chrome', '', 1),
	(6, '2026-10-10', 'Firefox', '', 1),
	(6, '2026-10-11', 'Chrome', '', 2),
	(6, '2026-10-12', 'Chrome', '', 1),
	(6, '2026-10-13', 'Chrome', '', 1),
	(6, '2026-10-13', 'Firefox', '', 1),
	(6, '2026-10-14', 'Chrome', '', 2),
	(6, '2026-10-15', 'Chrome', '', 1),
	(6, '2026-10-15', 'Firefox', '', 1),
	(6, '2026-10-16', 'Chrome', '', 2),
	(6, '2026-10-17', 'Chrome', '', 2),
	(6, '2026-10-18', 'Chrome', '', 1),
	(6, '2026-10-18', 'Firefox', '', 1),
	(6, '2026-10-19', 'Chrome', '', 1),
	(6, '2026-10-20', 'Chrome', '', 2),
	(6, '2026-10-21', 'Chrome', '', 1),
	(6, '2026-10-21', 'Firefox', '', 1),
	(6, '2026-10-22', 'Chrome', '', 2),
	(6, '2026-10-23', 'Chrome', '', 1);
INSERT INTO public."DayLabelTotal" VALUES
	(6, '2026-10-23', 'Firefox', '', 1),
	(6, '2026-10-24', 'Chrome', '', 2),
	(6, '2026-10-25', 'Chrome', '', 1),
	(6, '2026-10-26', 'Chrome', '', 1),
	(6, '2026-10-26', 'Firefox', '', 1),
	(6, '2026-10-27', 'Chrome', '', 2),
	(6, '2026-10-28', 'Chrome', '', 2),
	(6, '2026-10-29', 'Chrome', '', 1),
	(6, '2026-10-29', 'Firefox', '', 1),
	(6, '2026-10-30', 'Chrome', '', 2),
	(6, '2026-10-31', 'Chrome', '', 5),
	(6, '2026-10-31', 'Firefox', '', 1),
	(6, '2026-11-01', 'Chrome', '', 9),
	(6, '2026-11-01', 'Firefox', '', 3),
	(6, '2026-11-02', 'Chrome', '', 2),
	(6, '2026-11-03', 'Chrome', '', 1),
	(6, '2026-11-03', 'Firefox', '', 1),
	(6, '2026-11-04', 'Chrome', '', 2),
	(6, '2026-11-05', 'Chrome', '', 2),
	(6, '2026-11-06', 'Firefox', '', 1),
	(6, '2026-11-19', 'Chrome', '', 6),
	(6, '2026-11-19', 'Firefox', '', 1),
	(7, '2026-10-05', 'Android', '', 2),
	(7, '2026-10-06', 'Windows', '', 1),
	(7, '2026-10-07', 'Android', '', 2),
	(7, '2026-10-08', 'Android', '', 1),
	(7, '2026-10-08', 'Windows', '', 1),
	(7, '2026-10-09', 'Android', '', 1),
	(7, '2026-10-09', 'Windows', '', 1),
	(7, '2026-10-10', 'Android', '', 2),
	(7, '2026-10-11', 'Android', '', 1),
	(7, '2026-10-11', 'Windows', '', 1),
	(7, '2026-10-12', 'Android', '', 1),
	(7, '2026-10-13', 'Android', '', 1),
	(7, '2026-10-13', 'Windows', '', 1),
	(7, '2026-10-14', 'Android', '', 1),
	(7, '2026-10-14', 'Windows', '', 1),
	(7, '2026-10-15', 'Android', '', 2),
	(7, '2026-10-16', 'Android', '', 1),
	(7, '2026-10-16', 'Windows', '', 1),
	(7, '2026-10-17', 'Android', '', 1),
	(7, '2026-10-17', 'Windows', '', 1),
	(7, '2026-10-18', 'Android', '', 2),
	(7, '2026-10-19', 'Windows', '', 1),
	(7, '2026-10-20', 'Android', '', 2),
	(7, '2026-10-21', 'Android', '', 1),
	(7, '2026-10-21', 'Windows', '', 1),
	(7, '2026-10-22', 'Android', '', 1),
	(6, '2026-11-26', 'Chrome', '', 9),
	(7, '2026-10-22', 'Windows', '', 1),
	(7, '2026-10-23', 'Android', '', 2),
	(7, '2026-10-24', 'Android', '', 1),
	(7, '2026-10-24', 'Windows', '', 1),
	(7, '2026-10-25', 'Android', '', 1),
	(7, '2026-10-26', 'Android', '', 1),
	(7, '2026-10-26', 'Windows', '', 1),
	(7, '2026-10-27', 'Android', '', 1),
	(7, '2026-10-27', 'Windows', '', 1),
	(7, '2026-10-28', 'Android', '', 2),
	(7, '2026-10-29', 'Android', '', 1),
	(7, '2026-10-29', 'Windows', '', 1),
	(7, '2026-10-30', 'Android', '', 1),
	(7, '2026-10-30', 'Windows', '', 1),
	(7, '2026-10-31', 'Android', '', 5),
	(7, '2026-10-31', 'Windows', '', 1),
	(7, '2026-11-01', 'Android', '', 7),
	(7, '2026-11-01', 'Windows', '', 5),
	(7, '2026-11-02', 'Android', '', 2),
	(7, '2026-11-03', 'Android', '', 1),
	(7, '2026-11-03', 'Windows', '', 1),
	(7, '2026-11-04', 'Android', '', 1),
	(7, '2026-11-04', 'Windows', '', 1),
	(7, '2026-11-05', 'Android', '', 2),
	(7, '2026-11-06', 'Windows', '', 1),
	(7, '2026-11-19', 'Android', '', 5),
	(7, '2026-11-19', 'Windows', '', 2),
	(8, '2026-10-05', 'de-DE', '', 1),
	(8, '2026-10-06', 'de-DE', '', 1),
	(8, '2026-10-07', 'de-DE', '', 1),
	(8, '2026-10-08', 'de-DE', '', 1),
	(8, '2026-10-09', 'de-DE', '', 1),
	(8, '2026-10-10', 'de-DE', '', 1),
	(8, '2026-10-11', 'de-DE', '', 1),
	(8, '2026-10-13', 'de-DE', '', 1),
	(8, '2026-10-14', 'de-DE', '', 1),
	(8, '2026-10-15', 'de-DE', '', 1),
	(8, '2026-10-16', 'de-DE', '', 1),
	(8, '2026-10-17', 'de-DE', '', 1),
	(8, '2026-10-18', 'de-DE', '', 1),
	(8, '2026-10-19', 'de-DE', '', 1),
	(8, '2026-10-20', 'de-DE', '', 1),
	(8, '2026-10-21', 'de-DE', '', 1),
	(8, '2026-10-22', 'de-DE', '', 1),
	(8, '2026-10-23', 'de-DE', '', 1),
	(8, '2026-10-24', 'de-DE', '', 1),
	(8, '2026-10-26', 'de-DE', '', 1),
	(8, '2026-10-27', 'de-DE', '', 1),
	(8, '2026-10-28', 'de-DE', '', 1),
	(8, '2026-10-29', 'de-DE', '', 1),
	(8, '2026-10-30', 'de-DE', '', 1),
	(8, '2026-10-31', 'de-DE', '', 3),
	(8, '2026-11-01', 'de-DE', '', 7),
	(8, '2026-11-02', 'de-DE', '', 1),
	(8, '2026-11-03', 'de-DE', '', 1),
	(8, '2026-11-04', 'de-DE', '', 1),
	(8, '2026-11-05', 'de-DE', '', 1),
	(8, '2026-11-19', 'de-DE', '', 3),
	(9, '2026-10-08', 'newsletter', '', 1),
	(9, '2026-10-11', 'newsletter', '', 1),
	(9, '2026-10-14', 'newsletter', '', 1),
	(9, '2026-10-17', 'newsletter', '', 1),
	(9, '2026-10-21', 'newsletter', '', 1),
	(9, '2026-10-24', 'newsletter', '', 1),
	(9, '2026-10-27', 'newsletter', '', 1),
	(9, '2026-10-30', 'newsletter', '', 1),
	(9, '2026-11-01', 'newsletter', '', 2),
	(9, '2026-11-03', 'newsletter', '', 1),
	(9, '2026-11-06', 'newsletter', '', 1),
	(9, '2026-11-19', 'newsletter', '', 1),
	(10, '2026-10-08', 'email', '', 1),
	(10, '2026-10-11', 'email', '', 1),
	(10, '2026-10-14', 'email', '', 1),
	(10, '2026-10-17', 'email', '', 1),
	(10, '2026-10-21', 'email', '', 1),
	(10, '2026-10-24', 'email', '', 1),
	(10, '2026-10-27', 'email', '', 1),
	(10, '2026-10-30', 'email', '', 1),
	(10, '2026-11-01', 'email', '', 2),
	(10, '2026-11-03', 'email', '', 1),
	(10, '2026-11-06', 'email', '', 1),
	(10, '2026-11-19', 'email', '', 1),
	(11, '2026-10-08', 'spring', '', 1),
	(11, '2026-10-11', 'spring', '', 1),
	(11, '2026-10-14', 'spring', '', 1),
	(11, '2026-10-17', 'spring', '', 1),
	(11, '2026-10-21', 'spring', '', 1),
	(11, '2026-10-24', 'spring', '', 1),
	(11, '2026-10-27', 'spring', '', 1),
	(11, '2026-10-30', 'spring', '', 1),
	(11, '2026-11-01', 'spring', '', 2),
	(11, '2026-11-03', 'spring', '', 1),
	(11, '2026-11-06', 'spring', '', 1),
	(11, '2026-11-19', 'spring', '', 1),
	(12, '2026-10-08', 'spring', 'newsletter', 1),
	(12, '2026-10-11', 'spring', 'newsletter', 1),
	(12, '2026-10-14', 'spring', 'newsletter', 1),
	(12, '2026-10-17', 'spring', 'newsletter', 1),
	(12, '2026-10-21', 'spring', 'newsletter', 1),
	(12, '2026-10-24', 'spring', 'newsletter', 1),
	(12, '2026-10-27', 'spring', 'newsletter', 1),
	(12, '2026-10-30', 'spring', 'newsletter', 1),
	(12, '2026-11-01', 'spring', 'newsletter', 2),
	(12, '2026-11-03', 'spring', 'newsletter', 1),
	(12, '2026-11-06', 'spring', 'newsletter', 1),
	(12, '2026-11-19', 'spring', 'newsletter', 1),
	(13, '2026-10-08', 'spring', 'email', 1),
	(13, '2026-10-11', 'spring', 'email', 1),
	(13, '2026-10-14', 'spring', 'email', 1),
	(13, '2026-10-17', 'spring', 'email', 1),
	(13, '2026-10-21', 'spring', 'email', 1),
	(13, '2026-10-24', 'spring', 'email', 1),
	(13, '2026-10-27', 'spring', 'email', 1),
	(13, '2026-10-30', 'spring', 'email', 1),
	(13, '2026-11-01', 'spring', 'email', 2),
	(13, '2026-11-03', 'spring', 'email', 1),
	(13, '2026-11-06', 'spring', 'email', 1),
	(13, '2026-11-19', 'spring', 'email', 1),
	(14, '2026-11-19', 'newsletter', 'email', 1),
	(1, '2026-11-26', 'news.example', '', 9),
	(5, '2026-11-26', 'Desktop', '', 9),
	(7, '2026-11-26', 'Linux', '', 9),
	(8, '2026-11-26', 'de', '', 9),
	(9, '2026-11-26', 'paper', '', 9),
	(10, '2026-11-26', 'flyer', '', 4),
	(10, '2026-11-26', 'poster', '', 5),
	(12, '2026-11-26', '', 'paper', 9),
	(13, '2026-11-26', '', 'flyer', 4),
	(13, '2026-11-26', '', 'poster', 5),
	(14, '2026-11-26', 'paper', 'flyer', 4),
	(14, '2026-11-26', 'paper', 'poster', 5);


ALTER TABLE public."DayLabelTotal" ENABLE TRIGGER ALL;

--
-- Data for Name: DayTotal; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DayTotal" DISABLE TRIGGER ALL;

INSERT INTO public."DayTotal" VALUES
	('2026-10-05', 5, 0, 0, 1, 0, 0),
	('2026-10-28', 5, 0, 0, 1, 0, 0),
	('2026-11-01', 5, 0, 0, 1, 0, 0),
	('2026-11-02', 5, 0, 0, 0, 0, 0),
	('2026-11-10', 2, 0, 1, 0, 0, 0),
	('2026-10-05', 0, 2, 0, 0, 2, 0),
	('2026-10-06', 0, 1, 0, 0, 1, 0),
	('2026-10-07', 0, 2, 0, 0, 2, 0),
	('2026-10-08', 0, 2, 0, 0, 2, 0),
	('2026-10-09', 0, 2, 0, 0, 2, 0),
	('2026-10-10', 0, 2, 0, 0, 2, 0),
	('2026-10-11', 0, 2, 0, 0, 2, 0),
	('2026-10-12', 0, 1, 0, 0, 1, 0),
	('2026-10-13', 0, 2, 0, 0, 2, 0),
	('2026-10-14', 0, 2, 0, 0, 2, 0),
	('2026-10-15', 0, 2, 0, 0, 2, 0),
	('2026-10-16', 0, 2, 0, 0, 2, 0),
	('2026-10-17', 0, 2, 0, 0, 2, 0),
	('2026-10-18', 0, 2, 0, 0, 2, 0),
	('2026-10-19', 0, 1, 0, 0, 1, 0),
	('2026-10-20', 0, 2, 0, 0, 2, 0),
	('2026-10-21', 0, 2, 0, 0, 2, 0),
	('2026-10-22', 0, 2, 0, 0, 2, 0),
	('2026-10-23', 0, 2, 0, 0, 2, 0),
	('2026-10-24', 0, 2, 0, 0, 2, 0),
	('2026-10-25', 0, 1, 0, 0, 1, 0),
	('2026-10-26', 0, 2, 0, 0, 2, 0),
	('2026-10-27', 0, 2, 0, 0, 2, 0),
	('2026-10-28', 0, 2, 0, 0, 2, 0),
	('2026-10-29', 0, 2, 0, 0, 2, 0),
	('2026-10-30', 0, 2, 0, 0, 2, 0),
	('2026-10-31', 0, 6, 0, 0, 6, 0),
	('2026-11-01', 0, 12, 0, 0, 12, 0),
	('2026-11-02', 0, 2, 0, 0, 2, 0),
	('2026-11-03', 0, 2, 0, 0, 2, 0),
	('2026-11-04', 0, 2, 0, 0, 2, 0),
	('2026-11-05', 0, 2, 0, 0, 2, 0),
	('2026-11-06', 0, 1, 0, 0, 1, 0),
	('2026-11-19', 0, 7, 0, 0, 7, 0),
	('2026-11-26', 0, 9, 0, 0, 1, 14),
	('2026-11-26', 4, 0, 1, 0, 0, 0),
	('2026-11-26', 7, 0, 0, 2, 0, 0);


ALTER TABLE public."DayTotal" ENABLE TRIGGER ALL;

--
-- Data for Name: DayVisitor; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DayVisitor" DISABLE TRIGGER ALL;

INSERT INTO public."DayVisitor" VALUES
	('2026-11-19', 1, '\x00000000000000000000000000000007', 2097152),
	('2026-11-19', 1, '\x00000000000000000000000000000008', 2097152),
	('2026-11-19', 1, '\x00000000000000000000000000000009', 2097152),
	('2026-11-19', 1, '\x0000000000000000000000000000000a', 2097152),
	('2026-11-19', 1, '\x0000000000000000000000000000000b', 2097152),
	('2026-11-19', 1, '\x0000000000000000000000000000000c', 2097152),
	('2026-11-19', 1, '\x0000000000000000000000000000000d', 4194304),
	('2026-11-26', 5, '\x2a062e71dc21a2f8bc8bf9bdf5b99313', 8192);


ALTER TABLE public."DayVisitor" ENABLE TRIGGER ALL;

--
-- Data for Name: DeletedLink; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DeletedLink" DISABLE TRIGGER ALL;



ALTER TABLE public."DeletedLink" ENABLE TRIGGER ALL;

--
-- Data for Name: DeletedSlug; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DeletedSlug" DISABLE TRIGGER ALL;

INSERT INTO public."DeletedSlug" VALUES
	('gone', '2026-11-26 13:34:49.55+00');


ALTER TABLE public."DeletedSlug" ENABLE TRIGGER ALL;

--
-- Data for Name: DismissedItem; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."DismissedItem" DISABLE TRIGGER ALL;



ALTER TABLE public."DismissedItem" ENABLE TRIGGER ALL;

--
-- Data for Name: GuessLimit; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."GuessLimit" DISABLE TRIGGER ALL;



ALTER TABLE public."GuessLimit" ENABLE TRIGGER ALL;

--
-- Data for Name: HourTotal; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."HourTotal" DISABLE TRIGGER ALL;

INSERT INTO public."HourTotal" VALUES
	('2026-10-05 10:00:00+00', 1, 1),
	('2026-10-05 23:00:00+00', 1, 1),
	('2026-10-06 12:00:00+00', 1, 1),
	('2026-10-07 01:00:00+00', 1, 1),
	('2026-10-07 14:00:00+00', 1, 1),
	('2026-10-08 03:00:00+00', 1, 1),
	('2026-10-08 16:00:00+00', 1, 1),
	('2026-10-09 05:00:00+00', 1, 1),
	('2026-10-09 18:00:00+00', 1, 1),
	('2026-10-10 07:00:00+00', 1, 1),
	('2026-10-10 20:00:00+00', 1, 1),
	('2026-10-11 09:00:00+00', 1, 1),
	('2026-10-11 22:00:00+00', 1, 1),
	('2026-10-12 11:00:00+00', 1, 1),
	('2026-10-13 00:00:00+00', 1, 1),
	('2026-10-13 13:00:00+00', 1, 1),
	('2026-10-14 02:00:00+00', 1, 1),
	('2026-10-14 15:00:00+00', 1, 1),
	('2026-10-15 04:00:00+00', 1, 1),
	('2026-10-15 17:00:00+00', 1, 1),
	('2026-10-16 06:00:00+00', 1, 1),
	('2026-10-16 19:00:00+00', 1, 1),
	('2026-10-17 08:00:00+00', 1, 1),
	('2026-10-17 21:00:00+00', 1, 1),
	('2026-10-18 10:00:00+00', 1, 1),
	('2026-10-18 23:00:00+00', 1, 1),
	('2026-10-19 12:00:00+00', 1, 1),
	('2026-10-20 01:00:00+00', 1, 1),
	('2026-10-20 14:00:00+00', 1, 1),
	('2026-10-21 03:00:00+00', 1, 1),
	('2026-10-21 16:00:00+00', 1, 1),
	('2026-10-22 05:00:00+00', 1, 1),
	('2026-10-22 18:00:00+00', 1, 1),
	('2026-10-23 07:00:00+00', 1, 1),
	('2026-10-23 20:00:00+00', 1, 1),
	('2026-10-24 09:00:00+00', 1, 1),
	('2026-10-24 22:00:00+00', 1, 1),
	('2026-10-25 11:00:00+00', 1, 1),
	('2026-10-26 00:00:00+00', 1, 1),
	('2026-10-26 13:00:00+00', 1, 1),
	('2026-10-27 02:00:00+00', 1, 1),
	('2026-10-27 15:00:00+00', 1, 1),
	('2026-10-28 04:00:00+00', 1, 1),
	('2026-10-28 17:00:00+00', 1, 1),
	('2026-10-29 06:00:00+00', 1, 1),
	('2026-10-29 19:00:00+00', 1, 1),
	('2026-10-30 08:00:00+00', 1, 1),
	('2026-10-30 21:00:00+00', 1, 1),
	('2026-10-31 10:00:00+00', 1, 1),
	('2026-10-31 22:00:00+00', 2, 2),
	('2026-10-31 23:00:00+00', 3, 3),
	('2026-11-01 00:00:00+00', 3, 3),
	('2026-11-01 01:00:00+00', 3, 3),
	('2026-11-01 02:00:00+00', 3, 3),
	('2026-11-01 03:00:00+00', 2, 2),
	('2026-11-01 12:00:00+00', 1, 1),
	('2026-11-02 01:00:00+00', 1, 1),
	('2026-11-02 14:00:00+00', 1, 1),
	('2026-11-03 03:00:00+00', 1, 1),
	('2026-11-03 16:00:00+00', 1, 1),
	('2026-11-04 05:00:00+00', 1, 1),
	('2026-11-04 18:00:00+00', 1, 1),
	('2026-11-05 07:00:00+00', 1, 1),
	('2026-11-05 20:00:00+00', 1, 1),
	('2026-11-06 09:00:00+00', 1, 1),
	('2026-11-19 21:00:00+00', 6, 6),
	('2026-11-19 22:00:00+00', 1, 1),
	('2026-11-26 13:00:00+00', 9, 1);


ALTER TABLE public."HourTotal" ENABLE TRIGGER ALL;

--
-- Data for Name: IdempotencyKey; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."IdempotencyKey" DISABLE TRIGGER ALL;



ALTER TABLE public."IdempotencyKey" ENABLE TRIGGER ALL;

--
-- Data for Name: IgnoredSlug; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."IgnoredSlug" DISABLE TRIGGER ALL;



ALTER TABLE public."IgnoredSlug" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkImport; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkImport" DISABLE TRIGGER ALL;



ALTER TABLE public."LinkImport" ENABLE TRIGGER ALL;

--
-- Data for Name: ImportedLink; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."ImportedLink" DISABLE TRIGGER ALL;



ALTER TABLE public."ImportedLink" ENABLE TRIGGER ALL;

--
-- Data for Name: LateDay; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LateDay" DISABLE TRIGGER ALL;



ALTER TABLE public."LateDay" ENABLE TRIGGER ALL;

--
-- Data for Name: LateVisitor; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LateVisitor" DISABLE TRIGGER ALL;



ALTER TABLE public."LateVisitor" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkBotHits; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkBotHits" DISABLE TRIGGER ALL;

INSERT INTO public."LinkBotHits" VALUES
	(5, 1);


ALTER TABLE public."LinkBotHits" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkChange; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkChange" DISABLE TRIGGER ALL;

INSERT INTO public."LinkChange" VALUES
	(5, '2026-11-26 13:34:49.474+00', 'title', NULL, 'API_TOKEN', '"Autumn 🍂"', '"Autumn sale"');


ALTER TABLE public."LinkChange" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkCounter; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkCounter" DISABLE TRIGGER ALL;

INSERT INTO public."LinkCounter" VALUES
	(2, 12, 0, '2026-11-01 03:40:00+00', 0, 0, DEFAULT, DEFAULT),
	(3, 3, 3, '2026-11-01 02:00:00+00', 0, 0, DEFAULT, DEFAULT),
	(1, 67, 2, '2026-11-19 22:00:00+00', 1, 1, DEFAULT, DEFAULT),
	(6, 0, 0, NULL, 0, 0, DEFAULT, DEFAULT),
	(5, 9, 9, '2026-11-26 13:34:49.4+00', 0, 0, DEFAULT, DEFAULT);


ALTER TABLE public."LinkCounter" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkDay; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkDay" DISABLE TRIGGER ALL;

INSERT INTO public."LinkDay" VALUES
	(1, '2026-10-05', 2, 2),
	(1, '2026-10-06', 1, 1),
	(1, '2026-10-07', 2, 2),
	(1, '2026-10-08', 2, 2),
	(1, '2026-10-09', 2, 2),
	(1, '2026-10-10', 2, 2),
	(1, '2026-10-11', 2, 2),
	(1, '2026-10-12', 1, 1),
	(1, '2026-10-13', 2, 2),
	(1, '2026-10-14', 2, 2),
	(1, '2026-10-15', 2, 2),
	(1, '2026-10-16', 2, 2),
	(1, '2026-10-17', 2, 2),
	(1, '2026-10-18', 2, 2),
	(1, '2026-10-19', 1, 1),
	(1, '2026-10-20', 2, 2),
	(1, '2026-10-21', 2, 2),
	(1, '2026-10-22', 2, 2),
	(1, '2026-10-23', 2, 2),
	(1, '2026-10-24', 2, 2),
	(1, '2026-10-25', 1, 1),
	(1, '2026-10-26', 2, 2),
	(1, '2026-10-27', 2, 2),
	(1, '2026-10-28', 2, 2),
	(1, '2026-10-29', 2, 2),
	(1, '2026-10-30', 2, 2),
	(1, '2026-10-31', 2, 2),
	(1, '2026-11-01', 1, 1),
	(1, '2026-11-02', 2, 2),
	(1, '2026-11-03', 2, 2),
	(1, '2026-11-04', 2, 2),
	(1, '2026-11-05', 2, 2),
	(1, '2026-11-06', 1, 1),
	(2, '2026-10-31', 4, 4),
	(2, '2026-11-01', 8, 8),
	(3, '2026-11-01', 3, 3),
	(1, '2026-11-19', 7, 7),
	(5, '2026-11-26', 9, 1);


ALTER TABLE public."LinkDay" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkDayLabel; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkDayLabel" DISABLE TRIGGER ALL;

INSERT INTO public."LinkDayLabel" VALUES
	(1, '2026-10-05', 1, 't.co', '', 1),
	(1, '2026-10-05', 2, 'FR', '', 1),
	(1, '2026-10-05', 5, 'Mobile', '', 2),
	(1, '2026-10-05', 6, 'Chrome', '', 2),
	(1, '2026-10-05', 7, 'Android', '', 2),
	(1, '2026-10-05', 8, 'de-DE', '', 1),
	(1, '2026-10-06', 1, 'www.example.org', '', 1),
	(1, '2026-10-06', 2, 'NP', '', 1),
	(1, '2026-10-06', 5, 'Desktop', '', 1),
	(1, '2026-10-06', 6, 'Chrome', '', 1),
	(1, '2026-10-06', 7, 'Windows', '', 1),
	(1, '2026-10-06', 8, 'de-DE', '', 1),
	(1, '2026-10-07', 1, 'news.example', '', 1),
	(1, '2026-10-07', 2, 'DE', '', 1),
	(1, '2026-10-07', 2, 'FR', '', 1),
	(1, '2026-10-07', 4, 'Jena', 'DE', 1),
	(1, '2026-10-07', 5, 'Mobile', '', 2),
	(1, '2026-10-07', 6, 'Chrome', '', 1),
	(1, '2026-10-07', 6, 'Firefox', '', 1),
	(1, '2026-10-07', 7, 'Android', '', 2),
	(1, '2026-10-07', 8, 'de-DE', '', 1),
	(1, '2026-10-08', 1, 't.co', '', 1),
	(1, '2026-10-08', 1, 'www.example.org', '', 1),
	(1, '2026-10-08', 2, 'NP', '', 1),
	(1, '2026-10-08', 5, 'Desktop', '', 1),
	(1, '2026-10-08', 5, 'Mobile', '', 1),
	(1, '2026-10-08', 6, 'Chrome', '', 2),
	(1, '2026-10-08', 7, 'Android', '', 1),
	(1, '2026-10-08', 7, 'Windows', '', 1),
	(1, '2026-10-08', 8, 'de-DE', '', 1),
	(1, '2026-10-08', 9, 'newsletter', '', 1),
	(1, '2026-10-08', 10, 'email', '', 1),
	(1, '2026-10-08', 11, 'spring', '', 1),
	(1, '2026-10-08', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-08', 13, 'spring', 'email', 1),
	(1, '2026-10-09', 1, 'news.example', '', 1),
	(1, '2026-10-09', 2, 'DE', '', 1),
	(1, '2026-10-09', 2, 'FR', '', 1),
	(1, '2026-10-09', 4, 'Jena', 'DE', 1),
	(1, '2026-10-09', 5, 'Desktop', '', 1),
	(1, '2026-10-09', 5, 'Mobile', '', 1),
	(1, '2026-10-09', 6, 'Chrome', '', 2),
	(1, '2026-10-09', 7, 'Android', '', 1),
	(1, '2026-10-09', 7, 'Windows', '', 1),
	(1, '2026-10-09', 8, 'de-DE', '', 1),
	(1, '2026-10-10', 1, 't.co', '', 1),
	(1, '2026-10-10', 1, 'www.example.org', '', 1),
	(1, '2026-10-10', 2, 'NP', '', 1),
	(1, '2026-10-10', 5, 'Mobile', '', 2),
	(1, '2026-10-10', 6, 'Chrome', '', 1),
	(1, '2026-10-10', 6, 'Firefox', '', 1),
	(1, '2026-10-10', 7, 'Android', '', 2),
	(1, '2026-10-10', 8, 'de-DE', '', 1),
	(1, '2026-10-11', 1, 'news.example', '', 1),
	(1, '2026-10-11', 2, 'DE', '', 1),
	(1, '2026-10-11', 2, 'FR', '', 1),
	(1, '2026-10-11', 4, 'Jena', 'DE', 1),
	(1, '2026-10-11', 5, 'Desktop', '', 1),
	(1, '2026-10-11', 5, 'Mobile', '', 1),
	(1, '2026-10-11', 6, 'Chrome', '', 2),
	(1, '2026-10-11', 7, 'Android', '', 1),
	(1, '2026-10-11', 7, 'Windows', '', 1),
	(1, '2026-10-11', 8, 'de-DE', '', 1),
	(1, '2026-10-11', 9, 'newsletter', '', 1),
	(1, '2026-10-11', 10, 'email', '', 1),
	(1, '2026-10-11', 11, 'spring', '', 1),
	(1, '2026-10-11', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-11', 13, 'spring', 'email', 1),
	(1, '2026-10-12', 1, 't.co', '', 1),
	(1, '2026-10-12', 5, 'Mobile', '', 1),
	(1, '2026-10-12', 6, 'Chrome', '', 1),
	(1, '2026-10-12', 7, 'Android', '', 1),
	(1, '2026-10-13', 1, 'news.example', '', 1),
	(1, '2026-10-13', 1, 'www.example.org', '', 1),
	(1, '2026-10-13', 2, 'DE', '', 1),
	(1, '2026-10-13', 2, 'NP', '', 1),
	(1, '2026-10-13', 4, 'Jena', 'DE', 1),
	(1, '2026-10-13', 5, 'Desktop', '', 1),
	(1, '2026-10-13', 5, 'Mobile', '', 1),
	(1, '2026-10-13', 6, 'Chrome', '', 1),
	(1, '2026-10-13', 6, 'Firefox', '', 1),
	(1, '2026-10-13', 7, 'Android', '', 1),
	(1, '2026-10-13', 7, 'Windows', '', 1),
	(1, '2026-10-13', 8, 'de-DE', '', 1),
	(1, '2026-10-14', 1, 't.co', '', 1),
	(1, '2026-10-14', 2, 'FR', '', 1),
	(1, '2026-10-14', 5, 'Desktop', '', 1),
	(1, '2026-10-14', 5, 'Mobile', '', 1),
	(1, '2026-10-14', 6, 'Chrome', '', 2),
	(1, '2026-10-14', 7, 'Android', '', 1),
	(1, '2026-10-14', 7, 'Windows', '', 1),
	(1, '2026-10-14', 8, 'de-DE', '', 1),
	(1, '2026-10-14', 9, 'newsletter', '', 1),
	(1, '2026-10-14', 10, 'email', '', 1),
	(1, '2026-10-14', 11, 'spring', '', 1),
	(1, '2026-10-14', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-14', 13, 'spring', 'email', 1),
	(1, '2026-10-15', 1, 'news.example', '', 1),
	(1, '2026-10-15', 1, 'www.example.org', '', 1),
	(1, '2026-10-15', 2, 'DE', '', 1),
	(1, '2026-10-15', 2, 'NP', '', 1),
	(1, '2026-10-15', 4, 'Jena', 'DE', 1),
	(1, '2026-10-15', 5, 'Mobile', '', 2),
	(1, '2026-10-15', 6, 'Chrome', '', 1),
	(1, '2026-10-15', 6, 'Firefox', '', 1),
	(1, '2026-10-15', 7, 'Android', '', 2),
	(1, '2026-10-15', 8, 'de-DE', '', 1),
	(1, '2026-10-16', 1, 't.co', '', 1),
	(1, '2026-10-16', 2, 'FR', '', 1),
	(1, '2026-10-16', 5, 'Desktop', '', 1),
	(1, '2026-10-16', 5, 'Mobile', '', 1),
	(1, '2026-10-16', 6, 'Chrome', '', 2),
	(1, '2026-10-16', 7, 'Android', '', 1),
	(1, '2026-10-16', 7, 'Windows', '', 1),
	(1, '2026-10-16', 8, 'de-DE', '', 1),
	(1, '2026-10-17', 1, 'news.example', '', 1),
	(1, '2026-10-17', 1, 'www.example.org', '', 1),
	(1, '2026-10-17', 2, 'DE', '', 1),
	(1, '2026-10-17', 2, 'NP', '', 1),
	(1, '2026-10-17', 4, 'Jena', 'DE', 1),
	(1, '2026-10-17', 5, 'Desktop', '', 1),
	(1, '2026-10-17', 5, 'Mobile', '', 1),
	(1, '2026-10-17', 6, 'Chrome', '', 2),
	(1, '2026-10-17', 7, 'Android', '', 1),
	(1, '2026-10-17', 7, 'Windows', '', 1),
	(1, '2026-10-17', 8, 'de-DE', '', 1),
	(1, '2026-10-17', 9, 'newsletter', '', 1),
	(1, '2026-10-17', 10, 'email', '', 1),
	(1, '2026-10-17', 11, 'spring', '', 1),
	(1, '2026-10-17', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-17', 13, 'spring', 'email', 1),
	(1, '2026-10-18', 1, 't.co', '', 1),
	(1, '2026-10-18', 2, 'FR', '', 1),
	(1, '2026-10-18', 5, 'Mobile', '', 2),
	(1, '2026-10-18', 6, 'Chrome', '', 1),
	(1, '2026-10-18', 6, 'Firefox', '', 1),
	(1, '2026-10-18', 7, 'Android', '', 2),
	(1, '2026-10-18', 8, 'de-DE', '', 1),
	(1, '2026-10-19', 1, 'www.example.org', '', 1),
	(1, '2026-10-19', 2, 'NP', '', 1),
	(1, '2026-10-19', 5, 'Desktop', '', 1),
	(1, '2026-10-19', 6, 'Chrome', '', 1),
	(1, '2026-10-19', 7, 'Windows', '', 1),
	(1, '2026-10-19', 8, 'de-DE', '', 1),
	(1, '2026-10-20', 1, 'news.example', '', 1),
	(1, '2026-10-20', 2, 'DE', '', 1),
	(1, '2026-10-20', 2, 'FR', '', 1),
	(1, '2026-10-20', 4, 'Jena', 'DE', 1),
	(1, '2026-10-20', 5, 'Mobile', '', 2),
	(1, '2026-10-20', 6, 'Chrome', '', 2),
	(1, '2026-10-20', 7, 'Android', '', 2),
	(1, '2026-10-20', 8, 'de-DE', '', 1),
	(1, '2026-10-21', 1, 't.co', '', 1),
	(1, '2026-10-21', 1, 'www.example.org', '', 1),
	(1, '2026-10-21', 2, 'NP', '', 1),
	(1, '2026-10-21', 5, 'Desktop', '', 1),
	(1, '2026-10-21', 5, 'Mobile', '', 1),
	(1, '2026-10-21', 6, 'Chrome', '', 1),
	(1, '2026-10-21', 6, 'Firefox', '', 1),
	(1, '2026-10-21', 7, 'Android', '', 1),
	(1, '2026-10-21', 7, 'Windows', '', 1),
	(1, '2026-10-21', 8, 'de-DE', '', 1),
	(1, '2026-10-21', 9, 'newsletter', '', 1),
	(1, '2026-10-21', 10, 'email', '', 1),
	(1, '2026-10-21', 11, 'spring', '', 1),
	(1, '2026-10-21', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-21', 13, 'spring', 'email', 1),
	(1, '2026-10-22', 1, 'news.example', '', 1),
	(1, '2026-10-22', 2, 'DE', '', 1),
	(1, '2026-10-22', 2, 'FR', '', 1),
	(1, '2026-10-22', 4, 'Jena', 'DE', 1),
	(1, '2026-10-22', 5, 'Desktop', '', 1),
	(1, '2026-10-22', 5, 'Mobile', '', 1),
	(1, '2026-10-22', 6, 'Chrome', '', 2),
	(1, '2026-10-22', 7, 'Android', '', 1),
	(1, '2026-10-22', 7, 'Windows', '', 1),
	(1, '2026-10-22', 8, 'de-DE', '', 1),
	(1, '2026-10-23', 1, 't.co', '', 1),
	(1, '2026-10-23', 1, 'www.example.org', '', 1),
	(1, '2026-10-23', 2, 'NP', '', 1),
	(1, '2026-10-23', 5, 'Mobile', '', 2),
	(1, '2026-10-23', 6, 'Chrome', '', 1),
	(1, '2026-10-23', 6, 'Firefox', '', 1),
	(1, '2026-10-23', 7, 'Android', '', 2),
	(1, '2026-10-23', 8, 'de-DE', '', 1),
	(1, '2026-10-24', 1, 'news.example', '', 1),
	(1, '2026-10-24', 2, 'DE', '', 1),
	(1, '2026-10-24', 2, 'FR', '', 1),
	(1, '2026-10-24', 4, 'Jena', 'DE', 1),
	(1, '2026-10-24', 5, 'Desktop', '', 1),
	(1, '2026-10-24', 5, 'Mobile', '', 1),
	(1, '2026-10-24', 6, 'Chrome', '', 2),
	(1, '2026-10-24', 7, 'Android', '', 1),
	(1, '2026-10-24', 7, 'Windows', '', 1),
	(1, '2026-10-24', 8, 'de-DE', '', 1),
	(1, '2026-10-24', 9, 'newsletter', '', 1),
	(1, '2026-10-24', 10, 'email', '', 1),
	(1, '2026-10-24', 11, 'spring', '', 1),
	(1, '2026-10-24', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-24', 13, 'spring', 'email', 1);
INSERT INTO public."LinkDayLabel" VALUES
	(1, '2026-10-25', 1, 't.co', '', 1),
	(1, '2026-10-25', 5, 'Mobile', '', 1),
	(1, '2026-10-25', 6, 'Chrome', '', 1),
	(1, '2026-10-25', 7, 'Android', '', 1),
	(1, '2026-10-26', 1, 'news.example', '', 1),
	(1, '2026-10-26', 1, 'www.example.org', '', 1),
	(1, '2026-10-26', 2, 'DE', '', 1),
	(1, '2026-10-26', 2, 'NP', '', 1),
	(1, '2026-10-26', 4, 'Jena', 'DE', 1),
	(1, '2026-10-26', 5, 'Desktop', '', 1),
	(1, '2026-10-26', 5, 'Mobile', '', 1),
	(1, '2026-10-26', 6, 'Chrome', '', 1),
	(1, '2026-10-26', 6, 'Firefox', '', 1),
	(1, '2026-10-26', 7, 'Android', '', 1),
	(1, '2026-10-26', 7, 'Windows', '', 1),
	(1, '2026-10-26', 8, 'de-DE', '', 1),
	(1, '2026-10-27', 1, 't.co', '', 1),
	(1, '2026-10-27', 2, 'FR', '', 1),
	(1, '2026-10-27', 5, 'Desktop', '', 1),
	(1, '2026-10-27', 5, 'Mobile', '', 1),
	(1, '2026-10-27', 6, 'Chrome', '', 2),
	(1, '2026-10-27', 7, 'Android', '', 1),
	(1, '2026-10-27', 7, 'Windows', '', 1),
	(1, '2026-10-27', 8, 'de-DE', '', 1),
	(1, '2026-10-27', 9, 'newsletter', '', 1),
	(1, '2026-10-27', 10, 'email', '', 1),
	(1, '2026-10-27', 11, 'spring', '', 1),
	(1, '2026-10-27', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-27', 13, 'spring', 'email', 1),
	(1, '2026-10-28', 1, 'news.example', '', 1),
	(1, '2026-10-28', 1, 'www.example.org', '', 1),
	(1, '2026-10-28', 2, 'DE', '', 1),
	(1, '2026-10-28', 2, 'NP', '', 1),
	(1, '2026-10-28', 4, 'Jena', 'DE', 1),
	(1, '2026-10-28', 5, 'Mobile', '', 2),
	(1, '2026-10-28', 6, 'Chrome', '', 2),
	(1, '2026-10-28', 7, 'Android', '', 2),
	(1, '2026-10-28', 8, 'de-DE', '', 1),
	(1, '2026-10-29', 1, 't.co', '', 1),
	(1, '2026-10-29', 2, 'FR', '', 1),
	(1, '2026-10-29', 5, 'Desktop', '', 1),
	(1, '2026-10-29', 5, 'Mobile', '', 1),
	(1, '2026-10-29', 6, 'Chrome', '', 1),
	(1, '2026-10-29', 6, 'Firefox', '', 1),
	(1, '2026-10-29', 7, 'Android', '', 1),
	(1, '2026-10-29', 7, 'Windows', '', 1),
	(1, '2026-10-29', 8, 'de-DE', '', 1),
	(1, '2026-10-30', 1, 'news.example', '', 1),
	(1, '2026-10-30', 1, 'www.example.org', '', 1),
	(1, '2026-10-30', 2, 'DE', '', 1),
	(1, '2026-10-30', 2, 'NP', '', 1),
	(1, '2026-10-30', 4, 'Jena', 'DE', 1),
	(1, '2026-10-30', 5, 'Desktop', '', 1),
	(1, '2026-10-30', 5, 'Mobile', '', 1),
	(1, '2026-10-30', 6, 'Chrome', '', 2),
	(1, '2026-10-30', 7, 'Android', '', 1),
	(1, '2026-10-30', 7, 'Windows', '', 1),
	(1, '2026-10-30', 8, 'de-DE', '', 1),
	(1, '2026-10-30', 9, 'newsletter', '', 1),
	(1, '2026-10-30', 10, 'email', '', 1),
	(1, '2026-10-30', 11, 'spring', '', 1),
	(1, '2026-10-30', 12, 'spring', 'newsletter', 1),
	(1, '2026-10-30', 13, 'spring', 'email', 1),
	(1, '2026-10-31', 1, 't.co', '', 1),
	(1, '2026-10-31', 2, 'FR', '', 1),
	(1, '2026-10-31', 5, 'Mobile', '', 2),
	(1, '2026-10-31', 6, 'Chrome', '', 1),
	(1, '2026-10-31', 6, 'Firefox', '', 1),
	(1, '2026-10-31', 7, 'Android', '', 2),
	(1, '2026-10-31', 8, 'de-DE', '', 1),
	(1, '2026-11-01', 1, 'www.example.org', '', 1),
	(1, '2026-11-01', 2, 'NP', '', 1),
	(1, '2026-11-01', 5, 'Desktop', '', 1),
	(1, '2026-11-01', 6, 'Chrome', '', 1),
	(1, '2026-11-01', 7, 'Windows', '', 1),
	(1, '2026-11-01', 8, 'de-DE', '', 1),
	(1, '2026-11-02', 1, 'news.example', '', 1),
	(1, '2026-11-02', 2, 'DE', '', 1),
	(1, '2026-11-02', 2, 'FR', '', 1),
	(1, '2026-11-02', 4, 'Jena', 'DE', 1),
	(1, '2026-11-02', 5, 'Mobile', '', 2),
	(1, '2026-11-02', 6, 'Chrome', '', 2),
	(1, '2026-11-02', 7, 'Android', '', 2),
	(1, '2026-11-02', 8, 'de-DE', '', 1),
	(1, '2026-11-03', 1, 't.co', '', 1),
	(1, '2026-11-03', 1, 'www.example.org', '', 1),
	(1, '2026-11-03', 2, 'NP', '', 1),
	(1, '2026-11-03', 5, 'Desktop', '', 1),
	(1, '2026-11-03', 5, 'Mobile', '', 1),
	(1, '2026-11-03', 6, 'Chrome', '', 1),
	(1, '2026-11-03', 6, 'Firefox', '', 1),
	(1, '2026-11-03', 7, 'Android', '', 1),
	(1, '2026-11-03', 7, 'Windows', '', 1),
	(1, '2026-11-03', 8, 'de-DE', '', 1),
	(1, '2026-11-03', 9, 'newsletter', '', 1),
	(1, '2026-11-03', 10, 'email', '', 1),
	(1, '2026-11-03', 11, 'spring', '', 1),
	(1, '2026-11-03', 12, 'spring', 'newsletter', 1),
	(1, '2026-11-03', 13, 'spring', 'email', 1),
	(1, '2026-11-04', 1, 'news.example', '', 1),
	(1, '2026-11-04', 2, 'DE', '', 1),
	(1, '2026-11-04', 2, 'FR', '', 1),
	(1, '2026-11-04', 4, 'Jena', 'DE', 1),
	(1, '2026-11-04', 5, 'Desktop', '', 1),
	(1, '2026-11-04', 5, 'Mobile', '', 1),
	(1, '2026-11-04', 6, 'Chrome', '', 2),
	(1, '2026-11-04', 7, 'Android', '', 1),
	(1, '2026-11-04', 7, 'Windows', '', 1),
	(1, '2026-11-04', 8, 'de-DE', '', 1),
	(1, '2026-11-05', 1, 't.co', '', 1),
	(1, '2026-11-05', 1, 'www.example.org', '', 1),
	(1, '2026-11-05', 2, 'NP', '', 1),
	(1, '2026-11-05', 5, 'Mobile', '', 2),
	(1, '2026-11-05', 6, 'Chrome', '', 2),
	(1, '2026-11-05', 7, 'Android', '', 2),
	(1, '2026-11-05', 8, 'de-DE', '', 1),
	(1, '2026-11-06', 1, 'news.example', '', 1),
	(1, '2026-11-06', 2, 'DE', '', 1),
	(1, '2026-11-06', 4, 'Jena', 'DE', 1),
	(1, '2026-11-06', 5, 'Desktop', '', 1),
	(1, '2026-11-06', 6, 'Firefox', '', 1),
	(1, '2026-11-06', 7, 'Windows', '', 1),
	(1, '2026-11-06', 9, 'newsletter', '', 1),
	(1, '2026-11-06', 10, 'email', '', 1),
	(1, '2026-11-06', 11, 'spring', '', 1),
	(1, '2026-11-06', 12, 'spring', 'newsletter', 1),
	(1, '2026-11-06', 13, 'spring', 'email', 1),
	(2, '2026-10-31', 1, 'news.example', '', 1),
	(2, '2026-10-31', 1, 't.co', '', 1),
	(2, '2026-10-31', 1, 'www.example.org', '', 1),
	(2, '2026-10-31', 2, 'DE', '', 1),
	(2, '2026-10-31', 2, 'FR', '', 1),
	(2, '2026-10-31', 2, 'NP', '', 1),
	(2, '2026-10-31', 4, 'Jena', 'DE', 1),
	(2, '2026-10-31', 5, 'Desktop', '', 1),
	(2, '2026-10-31', 5, 'Mobile', '', 3),
	(2, '2026-10-31', 6, 'Chrome', '', 4),
	(2, '2026-10-31', 7, 'Android', '', 3),
	(2, '2026-10-31', 7, 'Windows', '', 1),
	(2, '2026-10-31', 8, 'de-DE', '', 2),
	(2, '2026-11-01', 1, 'news.example', '', 2),
	(2, '2026-11-01', 1, 't.co', '', 2),
	(2, '2026-11-01', 1, 'www.example.org', '', 2),
	(2, '2026-11-01', 2, 'DE', '', 2),
	(2, '2026-11-01', 2, 'FR', '', 2),
	(2, '2026-11-01', 2, 'NP', '', 2),
	(2, '2026-11-01', 4, 'Jena', 'DE', 2),
	(2, '2026-11-01', 5, 'Desktop', '', 3),
	(2, '2026-11-01', 5, 'Mobile', '', 5),
	(2, '2026-11-01', 6, 'Chrome', '', 6),
	(2, '2026-11-01', 6, 'Firefox', '', 2),
	(2, '2026-11-01', 7, 'Android', '', 5),
	(2, '2026-11-01', 7, 'Windows', '', 3),
	(2, '2026-11-01', 8, 'de-DE', '', 4),
	(2, '2026-11-01', 9, 'newsletter', '', 2),
	(2, '2026-11-01', 10, 'email', '', 2),
	(2, '2026-11-01', 11, 'spring', '', 2),
	(2, '2026-11-01', 12, 'spring', 'newsletter', 2),
	(2, '2026-11-01', 13, 'spring', 'email', 2),
	(3, '2026-11-01', 1, 't.co', '', 1),
	(3, '2026-11-01', 1, 'www.example.org', '', 1),
	(3, '2026-11-01', 2, 'FR', '', 1),
	(3, '2026-11-01', 2, 'NP', '', 1),
	(3, '2026-11-01', 5, 'Desktop', '', 1),
	(3, '2026-11-01', 5, 'Mobile', '', 2),
	(3, '2026-11-01', 6, 'Chrome', '', 2),
	(3, '2026-11-01', 6, 'Firefox', '', 1),
	(3, '2026-11-01', 7, 'Android', '', 2),
	(3, '2026-11-01', 7, 'Windows', '', 1),
	(3, '2026-11-01', 8, 'de-DE', '', 2),
	(1, '2026-11-19', 1, 'news.example', '', 2),
	(1, '2026-11-19', 1, 't.co', '', 2),
	(1, '2026-11-19', 1, 'www.example.org', '', 1),
	(1, '2026-11-19', 2, 'DE', '', 2),
	(1, '2026-11-19', 2, 'FR', '', 2),
	(1, '2026-11-19', 2, 'NP', '', 1),
	(1, '2026-11-19', 4, 'Jena', 'DE', 2),
	(1, '2026-11-19', 5, 'Desktop', '', 2),
	(1, '2026-11-19', 5, 'Mobile', '', 5),
	(1, '2026-11-19', 6, 'Chrome', '', 6),
	(1, '2026-11-19', 6, 'Firefox', '', 1),
	(1, '2026-11-19', 7, 'Android', '', 5),
	(1, '2026-11-19', 7, 'Windows', '', 2),
	(1, '2026-11-19', 8, 'de-DE', '', 3),
	(1, '2026-11-19', 9, 'newsletter', '', 1),
	(1, '2026-11-19', 10, 'email', '', 1),
	(1, '2026-11-19', 11, 'spring', '', 1),
	(1, '2026-11-19', 12, 'spring', 'newsletter', 1),
	(1, '2026-11-19', 13, 'spring', 'email', 1),
	(1, '2026-11-19', 14, 'newsletter', 'email', 1),
	(5, '2026-11-26', 1, 'news.example', '', 9),
	(5, '2026-11-26', 5, 'Desktop', '', 9),
	(5, '2026-11-26', 6, 'Chrome', '', 9),
	(5, '2026-11-26', 7, 'Linux', '', 9),
	(5, '2026-11-26', 8, 'de', '', 9),
	(5, '2026-11-26', 9, 'paper', '', 9),
	(5, '2026-11-26', 10, 'flyer', '', 4),
	(5, '2026-11-26', 10, 'poster', '', 5),
	(5, '2026-11-26', 12, '', 'paper', 9),
	(5, '2026-11-26', 13, '', 'flyer', 4);
INSERT INTO public."LinkDayLabel" VALUES
	(5, '2026-11-26', 13, '', 'poster', 5),
	(5, '2026-11-26', 14, 'paper', 'flyer', 4),
	(5, '2026-11-26', 14, 'paper', 'poster', 5);


ALTER TABLE public."LinkDayLabel" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkHour; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkHour" DISABLE TRIGGER ALL;

INSERT INTO public."LinkHour" VALUES
	(1, '2026-10-05 10:00:00+00', 1, 1),
	(1, '2026-10-05 23:00:00+00', 1, 1),
	(1, '2026-10-06 12:00:00+00', 1, 1),
	(1, '2026-10-07 01:00:00+00', 1, 1),
	(1, '2026-10-07 14:00:00+00', 1, 1),
	(1, '2026-10-08 03:00:00+00', 1, 1),
	(1, '2026-10-08 16:00:00+00', 1, 1),
	(1, '2026-10-09 05:00:00+00', 1, 1),
	(1, '2026-10-09 18:00:00+00', 1, 1),
	(1, '2026-10-10 07:00:00+00', 1, 1),
	(1, '2026-10-10 20:00:00+00', 1, 1),
	(1, '2026-10-11 09:00:00+00', 1, 1),
	(1, '2026-10-11 22:00:00+00', 1, 1),
	(1, '2026-10-12 11:00:00+00', 1, 1),
	(1, '2026-10-13 00:00:00+00', 1, 1),
	(1, '2026-10-13 13:00:00+00', 1, 1),
	(1, '2026-10-14 02:00:00+00', 1, 1),
	(1, '2026-10-14 15:00:00+00', 1, 1),
	(1, '2026-10-15 04:00:00+00', 1, 1),
	(1, '2026-10-15 17:00:00+00', 1, 1),
	(1, '2026-10-16 06:00:00+00', 1, 1),
	(1, '2026-10-16 19:00:00+00', 1, 1),
	(1, '2026-10-17 08:00:00+00', 1, 1),
	(1, '2026-10-17 21:00:00+00', 1, 1),
	(1, '2026-10-18 10:00:00+00', 1, 1),
	(1, '2026-10-18 23:00:00+00', 1, 1),
	(1, '2026-10-19 12:00:00+00', 1, 1),
	(1, '2026-10-20 01:00:00+00', 1, 1),
	(1, '2026-10-20 14:00:00+00', 1, 1),
	(1, '2026-10-21 03:00:00+00', 1, 1),
	(1, '2026-10-21 16:00:00+00', 1, 1),
	(1, '2026-10-22 05:00:00+00', 1, 1),
	(1, '2026-10-22 18:00:00+00', 1, 1),
	(1, '2026-10-23 07:00:00+00', 1, 1),
	(1, '2026-10-23 20:00:00+00', 1, 1),
	(1, '2026-10-24 09:00:00+00', 1, 1),
	(1, '2026-10-24 22:00:00+00', 1, 1),
	(1, '2026-10-25 11:00:00+00', 1, 1),
	(1, '2026-10-26 00:00:00+00', 1, 1),
	(1, '2026-10-26 13:00:00+00', 1, 1),
	(1, '2026-10-27 02:00:00+00', 1, 1),
	(1, '2026-10-27 15:00:00+00', 1, 1),
	(1, '2026-10-28 04:00:00+00', 1, 1),
	(1, '2026-10-28 17:00:00+00', 1, 1),
	(1, '2026-10-29 06:00:00+00', 1, 1),
	(1, '2026-10-29 19:00:00+00', 1, 1),
	(1, '2026-10-30 08:00:00+00', 1, 1),
	(1, '2026-10-30 21:00:00+00', 1, 1),
	(1, '2026-10-31 10:00:00+00', 1, 1),
	(1, '2026-10-31 23:00:00+00', 1, 1),
	(1, '2026-11-01 12:00:00+00', 1, 1),
	(1, '2026-11-02 01:00:00+00', 1, 1),
	(1, '2026-11-02 14:00:00+00', 1, 1),
	(1, '2026-11-03 03:00:00+00', 1, 1),
	(1, '2026-11-03 16:00:00+00', 1, 1),
	(1, '2026-11-04 05:00:00+00', 1, 1),
	(1, '2026-11-04 18:00:00+00', 1, 1),
	(1, '2026-11-05 07:00:00+00', 1, 1),
	(1, '2026-11-05 20:00:00+00', 1, 1),
	(1, '2026-11-06 09:00:00+00', 1, 1),
	(2, '2026-10-31 22:00:00+00', 2, 2),
	(2, '2026-10-31 23:00:00+00', 2, 2),
	(2, '2026-11-01 00:00:00+00', 2, 2),
	(2, '2026-11-01 01:00:00+00', 2, 2),
	(2, '2026-11-01 02:00:00+00', 2, 2),
	(2, '2026-11-01 03:00:00+00', 2, 2),
	(3, '2026-11-01 00:00:00+00', 1, 1),
	(3, '2026-11-01 01:00:00+00', 1, 1),
	(3, '2026-11-01 02:00:00+00', 1, 1),
	(1, '2026-11-19 21:00:00+00', 6, 6),
	(1, '2026-11-19 22:00:00+00', 1, 1),
	(5, '2026-11-26 13:00:00+00', 9, 1);


ALTER TABLE public."LinkHour" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkMonthLabel; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkMonthLabel" DISABLE TRIGGER ALL;

INSERT INTO public."LinkMonthLabel" VALUES
	(1, '2026-10-01', 1, 'news.example', '', 12),
	(1, '2026-10-01', 1, 't.co', '', 13),
	(1, '2026-10-01', 1, 'www.example.org', '', 12),
	(1, '2026-10-01', 2, 'DE', '', 12),
	(1, '2026-10-01', 2, 'FR', '', 13),
	(1, '2026-10-01', 2, 'NP', '', 12),
	(1, '2026-10-01', 4, 'Jena', 'DE', 12),
	(1, '2026-10-01', 5, 'Desktop', '', 16),
	(1, '2026-10-01', 5, 'Mobile', '', 34),
	(1, '2026-10-01', 6, 'Chrome', '', 40),
	(1, '2026-10-01', 6, 'Firefox', '', 10),
	(1, '2026-10-01', 7, 'Android', '', 34),
	(1, '2026-10-01', 7, 'Windows', '', 16),
	(1, '2026-10-01', 8, 'de-DE', '', 25),
	(1, '2026-10-01', 9, 'newsletter', '', 8),
	(1, '2026-10-01', 10, 'email', '', 8),
	(1, '2026-10-01', 11, 'spring', '', 8),
	(1, '2026-10-01', 12, 'spring', 'newsletter', 8),
	(1, '2026-10-01', 13, 'spring', 'email', 8),
	(2, '2026-10-01', 1, 'news.example', '', 1),
	(2, '2026-10-01', 1, 't.co', '', 1),
	(2, '2026-10-01', 1, 'www.example.org', '', 1),
	(2, '2026-10-01', 2, 'DE', '', 1),
	(2, '2026-10-01', 2, 'FR', '', 1),
	(2, '2026-10-01', 2, 'NP', '', 1),
	(2, '2026-10-01', 4, 'Jena', 'DE', 1),
	(2, '2026-10-01', 5, 'Desktop', '', 1),
	(2, '2026-10-01', 5, 'Mobile', '', 3),
	(2, '2026-10-01', 6, 'Chrome', '', 4),
	(2, '2026-10-01', 7, 'Android', '', 3),
	(2, '2026-10-01', 7, 'Windows', '', 1),
	(2, '2026-10-01', 8, 'de-DE', '', 2);


ALTER TABLE public."LinkMonthLabel" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkPlace; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkPlace" DISABLE TRIGGER ALL;



ALTER TABLE public."LinkPlace" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkPreview; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkPreview" DISABLE TRIGGER ALL;

INSERT INTO public."LinkPreview" VALUES
	(1, NULL, NULL, NULL, NULL, NULL, '2026-11-26 13:34:47.365+00', 'The host name example.com cannot be resolved.', '2026-11-26 13:34:47.365+00', NULL, 'broken', '2026-11-26 13:34:47.365+00');


ALTER TABLE public."LinkPreview" ENABLE TRIGGER ALL;

--
-- Data for Name: Tag; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."Tag" DISABLE TRIGGER ALL;

INSERT INTO public."Tag" VALUES
	(1, 'sale', 'sale', 'orange', '2026-11-26 13:34:48.687+00'),
	(2, 'season', 'season', 'blue', '2026-11-26 13:34:48.687+00');


ALTER TABLE public."Tag" ENABLE TRIGGER ALL;

--
-- Data for Name: LinkTag; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."LinkTag" DISABLE TRIGGER ALL;

INSERT INTO public."LinkTag" VALUES
	(5, 1, '2026-11-26 13:34:48.687+00'),
	(5, 2, '2026-11-26 13:34:48.687+00');


ALTER TABLE public."LinkTag" ENABLE TRIGGER ALL;

--
-- Data for Name: MissedSlug; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."MissedSlug" DISABLE TRIGGER ALL;

INSERT INTO public."MissedSlug" VALUES
	('2026-11-26', 'nowhere', 1, '2026-11-26 13:34:49.431+00');


ALTER TABLE public."MissedSlug" ENABLE TRIGGER ALL;

--
-- Data for Name: MonthLabelTotal; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."MonthLabelTotal" DISABLE TRIGGER ALL;

INSERT INTO public."MonthLabelTotal" VALUES
	(1, '2026-10-01', 'news.example', '', 13),
	(1, '2026-10-01', 't.co', '', 14),
	(1, '2026-10-01', 'www.example.org', '', 13),
	(1, '2026-11-01', 't.co', '', 7),
	(1, '2026-11-01', 'www.example.org', '', 7),
	(2, '2026-10-01', 'DE', '', 13),
	(2, '2026-10-01', 'FR', '', 14),
	(2, '2026-10-01', 'NP', '', 13),
	(2, '2026-11-01', 'DE', '', 7),
	(2, '2026-11-01', 'FR', '', 7),
	(2, '2026-11-01', 'NP', '', 7),
	(4, '2026-10-01', 'Jena', 'DE', 13),
	(4, '2026-11-01', 'Jena', 'DE', 7),
	(5, '2026-10-01', 'Desktop', '', 17),
	(5, '2026-10-01', 'Mobile', '', 37),
	(5, '2026-11-01', 'Mobile', '', 18),
	(6, '2026-10-01', 'Chrome', '', 44),
	(6, '2026-10-01', 'Firefox', '', 10),
	(6, '2026-11-01', 'Firefox', '', 6),
	(7, '2026-10-01', 'Android', '', 37),
	(7, '2026-10-01', 'Windows', '', 17),
	(7, '2026-11-01', 'Android', '', 18),
	(7, '2026-11-01', 'Windows', '', 10),
	(8, '2026-10-01', 'de-DE', '', 27),
	(8, '2026-11-01', 'de-DE', '', 14),
	(9, '2026-10-01', 'newsletter', '', 8),
	(9, '2026-11-01', 'newsletter', '', 5),
	(10, '2026-10-01', 'email', '', 8),
	(10, '2026-11-01', 'email', '', 5),
	(11, '2026-10-01', 'spring', '', 8),
	(11, '2026-11-01', 'spring', '', 5),
	(12, '2026-10-01', 'spring', 'newsletter', 8),
	(12, '2026-11-01', 'spring', 'newsletter', 5),
	(13, '2026-10-01', 'spring', 'email', 8),
	(13, '2026-11-01', 'spring', 'email', 5),
	(14, '2026-11-01', 'newsletter', 'email', 1),
	(1, '2026-11-01', 'news.example', '', 16),
	(5, '2026-11-01', 'Desktop', '', 19),
	(6, '2026-11-01', 'Chrome', '', 31),
	(7, '2026-11-01', 'Linux', '', 9),
	(8, '2026-11-01', 'de', '', 9),
	(9, '2026-11-01', 'paper', '', 9),
	(10, '2026-11-01', 'flyer', '', 4),
	(10, '2026-11-01', 'poster', '', 5),
	(12, '2026-11-01', '', 'paper', 9),
	(13, '2026-11-01', '', 'flyer', 4),
	(13, '2026-11-01', '', 'poster', 5),
	(14, '2026-11-01', 'paper', 'flyer', 4),
	(14, '2026-11-01', 'paper', 'poster', 5);


ALTER TABLE public."MonthLabelTotal" ENABLE TRIGGER ALL;

--
-- Data for Name: OwnerAccount; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."OwnerAccount" DISABLE TRIGGER ALL;

INSERT INTO public."OwnerAccount" VALUES
	('a4d93bfa-f51b-4755-a029-05ed23a61c81', 'a2c06e19-f366-4ae7-8fd0-78a558e31083', 'credential', 'a2c06e19-f366-4ae7-8fd0-78a558e31083', '1e945224f743334d7e7b2817566c7d33:03c59c7d3a27d8d482000b5ac92dbb1d83b8c599ecb310fb8de1a17c9dbb3c746f8f2cee3ee36759fdcbdca55a02b1eb1988bc2cb90afbe967088129809883a1', '2026-10-05 09:00:00+00', '2026-10-05 09:00:00+00');


ALTER TABLE public."OwnerAccount" ENABLE TRIGGER ALL;

--
-- Data for Name: OwnerInvite; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."OwnerInvite" DISABLE TRIGGER ALL;



ALTER TABLE public."OwnerInvite" ENABLE TRIGGER ALL;

--
-- Data for Name: OwnerSession; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."OwnerSession" DISABLE TRIGGER ALL;



ALTER TABLE public."OwnerSession" ENABLE TRIGGER ALL;

--
-- Data for Name: PasswordReset; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."PasswordReset" DISABLE TRIGGER ALL;



ALTER TABLE public."PasswordReset" ENABLE TRIGGER ALL;

--
-- Data for Name: RecordedBatch; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."RecordedBatch" DISABLE TRIGGER ALL;

INSERT INTO public."RecordedBatch" VALUES
	('01a1c478-9800-7320-b9ce-7632dbfd59a1'),
	('01a21810-e58a-768e-a9a5-b571e90d3a98');


ALTER TABLE public."RecordedBatch" ENABLE TRIGGER ALL;

--
-- Data for Name: RollupState; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."RollupState" DISABLE TRIGGER ALL;

INSERT INTO public."RollupState" VALUES
	(1, '2026-11-18', NULL, '2026-11-01', 0, '2026-11-28', 5, '0001-01-01', 4, 0);


ALTER TABLE public."RollupState" ENABLE TRIGGER ALL;

--
-- Data for Name: ServerSecret; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."ServerSecret" DISABLE TRIGGER ALL;



ALTER TABLE public."ServerSecret" ENABLE TRIGGER ALL;

--
-- Data for Name: SiteSetting; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."SiteSetting" DISABLE TRIGGER ALL;



ALTER TABLE public."SiteSetting" ENABLE TRIGGER ALL;

--
-- Data for Name: UncountedVisit; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public."UncountedVisit" DISABLE TRIGGER ALL;

INSERT INTO public."UncountedVisit" VALUES
	(1, '2026-11-10', 'crawler', 'Googlebot', 1, '2026-11-10 08:00:01+00', '2026-11-10 08:00:01+00'),
	(1, '2026-11-10', 'unfurler', 'Slack', 1, '2026-11-10 08:00:00+00', '2026-11-10 08:00:00+00'),
	(5, '2026-11-26', 'unfurler', 'Slack', 1, '2026-11-26 13:34:49.41+00', '2026-11-26 13:34:49.41+00'),
	(5, '2026-11-26', 'crawler', 'Googlebot', 1, '2026-11-26 13:34:49.424+00', '2026-11-26 13:34:49.424+00');


ALTER TABLE public."UncountedVisit" ENABLE TRIGGER ALL;

--
-- Data for Name: _prisma_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

ALTER TABLE public._prisma_migrations DISABLE TRIGGER ALL;

INSERT INTO public._prisma_migrations VALUES
	('5c3c58a2-5c85-4266-bd98-86bf7d5a5cd3', 'cb7156685aea8b8aa7d23a6c5e396186b596357806e93c1b7fd18d44599e7da1', '2026-11-26 13:34:46.242493+00', '20261121000000_initial', NULL, NULL, '2026-11-26 13:34:46.220319+00', 1),
	('84b80131-6909-404c-b34c-3c404f098268', 'c40eb0c8ed420583d594b8de7a408859eef2db26dbcc21351df898654ad247e4', '2026-11-26 13:34:46.252136+00', '20261121120000_folded_counters', NULL, NULL, '2026-11-26 13:34:46.244057+00', 1),
	('dbc89f93-b9f5-4917-b1b1-00e5fe217b91', 'c61baf02c79e99402657d78f1ea0ff361f1a3793c3ed2d2a7dc5d3456db9410b', '2026-11-26 13:34:46.285162+00', '20261121200000_rollups', NULL, NULL, '2026-11-26 13:34:46.252779+00', 1),
	('7ccfb479-275a-4104-9845-ba7f113c6b90', 'a89df2f44bb4ff5093db6fb29d6710088b8dbca92fb7c59bc32c618523e94afe', '2026-11-26 13:34:46.292996+00', '20261121210000_previews', NULL, NULL, '2026-11-26 13:34:46.287577+00', 1),
	('8d9fa925-dd05-4f74-aaf0-be49ff2e98dc', '1d924833bd42431c0a64e654df6373772ae3fae9dbb050dd2b7ffee3561bc071', '2026-11-26 13:34:46.311504+00', '20261121220000_owners', NULL, NULL, '2026-11-26 13:34:46.293481+00', 1),
	('15eba0aa-5ff7-4aa7-9aa9-c23b325eeb90', '7df4bda65d4ab438c910ca917c4c5ed30b7c3222ec23a0970c4f37720cbc57af', '2026-11-26 13:34:46.315565+00', '20261121225000_inactive_links', NULL, NULL, '2026-11-26 13:34:46.312969+00', 1),
	('b9b4e98f-11bd-46a5-b037-9ffb62581587', 'ea2bf64dd619e0e8f386e0b7e6b4f78abc676187d480f98acee9bb1d80d90f07', '2026-11-26 13:34:46.31731+00', '20261121230000_pending_spans', NULL, NULL, '2026-11-26 13:34:46.316051+00', 1),
	('0dc15990-d149-4dcd-afd3-287936a43837', '5f0f2f971b477b0d2af9d9652358e5a9d296b5bbec8e49149b4253e44b6a23af', '2026-11-26 13:34:46.320466+00', '20261122100000_late_visitors', NULL, NULL, '2026-11-26 13:34:46.317713+00', 1),
	('9ff28413-a63b-4d99-abaf-5a7b5ab86307', '585462e7db2b274f474f402666bf698628356a2167c047b58dbde40b7467e9c6', '2026-11-26 13:34:46.321618+00', '20261122110000_device_cookies', NULL, NULL, '2026-11-26 13:34:46.320871+00', 1),
	('b1b568f9-714f-472a-b5aa-537f05da1768', '128b2743a4632ca6027f2073ae45f99631dbddeaacb8e95acf6191e98dae1d9b', '2026-11-26 13:34:46.32654+00', '20261122120000_salt_requests', NULL, NULL, '2026-11-26 13:34:46.322249+00', 1),
	('fc2a9859-f107-47ad-998a-b3e4557220a8', 'a087801c944fb9cee5fb704843e4f91762e4dac6b85dd47624c6480759e5233c', '2026-11-26 13:34:46.415636+00', '20261122130000_link_changes', NULL, NULL, '2026-11-26 13:34:46.408805+00', 1),
	('9a1f5990-893b-4e5d-b445-0e8da149bd24', 'f9406912419a2fa944123e357ff70e658f61081e6a04e51f16e265949d08759d', '2026-11-26 13:34:46.420561+00', '20261122140000_dismissed_items', NULL, NULL, '2026-11-26 13:34:46.416314+00', 1),
	('9ed970a8-10d7-47cd-9b81-21977e24c8c4', '6aeee8a93a602563fe3a6ea3fcb6885e7c864446bc06cb7392184e4bfa632273', '2026-11-26 13:34:46.426046+00', '20261122150000_password_resets', NULL, NULL, '2026-11-26 13:34:46.421337+00', 1),
	('66b3bff9-b015-493d-9e76-21473768bffb', '17ede14eef580cc6047b7a4b61eb32068e1db0bb96c469a919cce1434f94aa36', '2026-11-26 13:34:46.433448+00', '20261122160000_link_places', NULL, NULL, '2026-11-26 13:34:46.426849+00', 1),
	('8b7a5ac1-dd95-44bd-be71-1e7411038aaa', 'ddaf1c546def7d86a7276e18a77e31c9cc117178ba4f4a2e1d1d0c93eeb285db', '2026-11-26 13:34:46.437739+00', '20261123110000_idempotency_keys', NULL, NULL, '2026-11-26 13:34:46.433912+00', 1),
	('44014763-fe4a-45fa-bbd0-ea1f9cddb47f', 'fe3d0238fe2c9b0c2051f623363cfadbcfe2a5957b9fa8f85253cfac8feaaa28', '2026-11-26 13:34:46.44401+00', '20261123120000_imports', NULL, NULL, '2026-11-26 13:34:46.438525+00', 1),
	('ee4f46f1-7564-47e9-aa5a-a2cd0595f98a', 'c3be402f56ea58e4959dd5249ad85adc5151bcec93534a472964da83ba1b332c', '2026-11-26 13:34:46.450855+00', '20261124100000_tags', NULL, NULL, '2026-11-26 13:34:46.444744+00', 1),
	('a923f801-10b8-45a7-967b-e391208fddfb', '878e20c56e3b2867c15972d2f047f4144b308edd4ecd0e25e7b453332b6fff03', '2026-11-26 13:34:46.453728+00', '20261124110000_notes', NULL, NULL, '2026-11-26 13:34:46.451372+00', 1),
	('ccd52b9a-3662-4b7a-9b77-3d84b56e3f75', 'a5343faadd9ae1e6225c8499f783839b856105ec49b64e8d13d3add5ca46d77c', '2026-11-26 13:34:46.456516+00', '20261124111000_link_history', NULL, NULL, '2026-11-26 13:34:46.454153+00', 1),
	('ca462f62-5d44-4079-87b4-75c1a53470d1', '9fd5c682797dd30ab9bd5a5ae5f6afd5f31a3eaa32850a1f64d5ac7202771b7e', '2026-11-26 13:34:46.459984+00', '20261124130000_destination_health', NULL, NULL, '2026-11-26 13:34:46.45814+00', 1),
	('ed115c86-30d5-47d9-b429-e8bac44ce73c', '3f01584e5c32b07f27ec0762e8575d398c36980a407143c559cac3de1253dab0', '2026-11-26 13:34:46.463923+00', '20261124140000_missed_slugs', NULL, NULL, '2026-11-26 13:34:46.460462+00', 1),
	('b0efa787-5c2f-410c-a22f-3bec0ca9cf4a', 'e0b714ec920924b14c7a0f66bc413cfb8631cbc0ff9265358292df6fffd8834c', '2026-11-26 13:34:46.475734+00', '20261125100000_label_totals', NULL, NULL, '2026-11-26 13:34:46.464462+00', 1),
	('01125e3a-9038-49b8-85f9-422704bc8854', '17859fb43212a1357f5f7001b4a9e3f5cefc0644743eec3522b505532e00ca42', '2026-11-26 13:34:46.478695+00', '20261126100000_public_pages', NULL, NULL, '2026-11-26 13:34:46.476222+00', 1),
	('809521db-cb88-4079-b567-639aff436f57', 'ca4ab301758cacf62cd1f648d96539e44b7b8acfc944c18d9a6d67bba7a990eb', '2026-11-26 13:34:46.480583+00', '20261126110000_endings', NULL, NULL, '2026-11-26 13:34:46.479049+00', 1),
	('d4429934-0757-402c-ab97-99f19931def9', 'a281707cd3b6dd824e85a3dd99afeda77a5912e96a17159e048991178968dd79', '2026-11-26 13:34:46.482777+00', '20261126110500_ending_indexes', NULL, NULL, '2026-11-26 13:34:46.48085+00', 1),
	('a74671ae-cf1e-4e90-8525-41d16dc282ec', '37668ba3331e31f1fa9b1bbfc209ef45be8bfdd02015739c983cc0acd2061875', '2026-11-26 13:34:46.483884+00', '20261126111000_ending_changes', NULL, NULL, '2026-11-26 13:34:46.483125+00', 1),
	('b9316b79-e82a-4a4c-9692-cf22dcd260cb', '1c4bc569bb41e024fd8b27bec21a19fb2e552c2636a078c94615f1ae07217b42', '2026-11-26 13:34:46.492906+00', '20261126120000_aliases', NULL, NULL, '2026-11-26 13:34:46.484158+00', 1),
	('f86377c7-fc5f-44ef-be92-bb41a0317347', '802dff07a6c282ee0f0228625ab68eabec2122455eceb4e853bf0eaf5453a18c', '2026-11-26 13:34:46.496023+00', '20261126121000_slugs_without_case', NULL, NULL, '2026-11-26 13:34:46.493434+00', 1),
	('99a46e10-43b6-4979-8d1f-8093aee09ffc', '4498a681a3209abf4a9d181833f192394d10d8e4eddfc147f5d056c544b83ef5', '2026-11-26 13:34:46.504264+00', '20261127100000_click_times', NULL, NULL, '2026-11-26 13:34:46.496497+00', 1),
	('d9cdd506-2e36-4385-8591-797b833aa53a', '8449cb3049d7ce4fc1254723a3b4fabd4828f54e593c7a16afb7f6b4e77cc4c7', '2026-11-26 13:34:46.505756+00', '20261128100000_edit_notifications', NULL, NULL, '2026-11-26 13:34:46.504759+00', 1),
	('e4fce4f9-8dd0-4656-9360-0e467d7d12e0', '8d0eadcfc5a73c0c840abb5b6fb8c02c2bdfb84232f4fd6e4b8af8e0db566f9d', '2026-11-26 13:34:46.509107+00', '20261129100000_names_of_links', NULL, NULL, '2026-11-26 13:34:46.506053+00', 1),
	('c3ab17fc-b334-4fc0-9ece-c94f28060388', '19f9863a63efd65c297a23e9e64317707a8bd148080b3bfd20aceee80916893d', '2026-11-26 13:34:46.512704+00', '20261129110000_what_ends_with_an_owner', NULL, NULL, '2026-11-26 13:34:46.509528+00', 1),
	('e939c06f-737a-4974-bc8b-9bbd71119842', '98eba7d7e052c189778b99bafd6511764a7dc3cb42bbd16113ddba4094d8af2e', '2026-11-26 13:34:46.513937+00', '20261129110001_announced_previews', NULL, NULL, '2026-11-26 13:34:46.513147+00', 1),
	('f7e00869-c982-4717-8ce8-9c5726f5dbc5', 'dd6f82e82f29035edcc9cefe0032a18f02ab2c1019e5364ea5b2f6436e7c0f1b', '2026-11-26 13:34:46.518181+00', '20261129110002_bot_hits', NULL, NULL, '2026-11-26 13:34:46.514309+00', 1);


ALTER TABLE public._prisma_migrations ENABLE TRIGGER ALL;

--
-- Name: Link_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public."Link_id_seq"', 7, true);


--
-- Name: Tag_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public."Tag_id_seq"', 2, true);


--
-- PostgreSQL database dump complete
--


